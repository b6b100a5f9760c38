package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.hooks.HotHook;
import org.sovereignbook.sbp.society.recall.Indexed;
import org.sovereignbook.sbp.society.recall.RecallIndex;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

/** What a hook is shown and given is what the policies allow it, and whoever caused its event. */
class HookBoundsTest {
  private static final String ON_MAIL =
      """
      triggers:
        event: {types: envelope}
      """;

  private static final String OPEN =
      """
      - { name: all, effect: allow, permissions: "*" }
      """;

  private static final Principal BOB = Principal.peer(TestKeys.bob().publicKey());

  /** That in which the tests begin, on the machine's clock. */
  private static final String HOUR =
      LocalTime.ofInstant(TestClock.NOON, ZoneId.systemDefault()).minusMinutes(5)
          + "-"
          + LocalTime.ofInstant(TestClock.NOON, ZoneId.systemDefault()).plusMinutes(55);

  @TempDir Path folder;
  private HookScene scene;

  @BeforeEach
  void open() {
    scene = new HookScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static String of(String who, String permissions) {
    return "- { name: %s, effect: allow, match: { principal: { %s } }, permissions: { %s } }\n"
        .formatted(who, who + ": true", permissions);
  }

  private static long count(String copy, String table) {
    try (Database database = SqliteDatabase.open(Path.of(copy), (_, _) -> {})) {
      return database
          .read(sql -> sql.first("SELECT COUNT(*) FROM " + table, row -> row.number(1)))
          .orElseThrow();
    }
  }

  /** How many agents, texts and events a hook finds in its copy when a peer's mail arrives. */
  private String found(String policies) {
    scene.policies(policies);
    AtomicReference<String> found = new AtomicReference<>("nothing ran");
    HotHook hook =
        HookScene.hot(
            input -> {
              String copy = input.string("ledger").orElseThrow();
              found.set(
                  "%d agents, %d texts, %d passages, %d runs"
                      .formatted(
                          count(copy, "agent"),
                          count(copy, "content WHERE text IS NOT NULL"),
                          count(copy, "recall_passage") + count(copy, "recall_words_docsize"),
                          count(copy, "hook_run")));
              return JsonObject.builder().put("fire", false).build();
            });
    scene.hot("reads", "ledger: true\n" + ON_MAIL, hook);
    scene
        .ledger()
        .write(
            tx -> {
              RecallIndex.put(
                  tx, new Indexed("i", "0f0f0f0f0f0f0f0f", "", "", "", 0, List.of("a secret")));
              return true;
            });
    scene.arrives("envelope:1", BOB, "hello");
    scene.run();
    return found.get();
  }

  @Test
  void whoMaySeeAllHasItsHooksReadTheWholeLedger() {
    assertThat(found(OPEN)).isEqualTo("4 agents, 6 texts, 4 passages, 1 runs");
  }

  @Test
  void whoMaySeeWhatIsSharedHasThemReadNoTexts() {
    String policies = of("agent", "tools: ['*'], data: full");
    assertThat(found(policies + of("unknown", "tools: ['*'], data: restricted")))
        .isEqualTo("4 agents, 0 texts, 0 passages, 1 runs");
  }

  @Test
  void whoMaySeeNothingHasThemReadTheirOwnRunsOnly() {
    String policies = of("agent", "tools: ['*'], data: full");
    assertThat(found(policies + of("unknown", "tools: ['*'], data: none")))
        .isEqualTo("0 agents, 0 texts, 0 passages, 1 runs");
  }

  @Test
  void aHookThatMayKnowNothingIsNotToldWhatTheEventSays() {
    scene.policies(of("agent", "tools: ['*'], data: none") + of("unknown", "tools: ['*']"));
    AtomicReference<JsonObject> given = new AtomicReference<>(JsonObject.empty());
    HotHook hook =
        HookScene.hot(
            input -> {
              given.set(input);
              return JsonObject.builder().put("fire", false).build();
            });
    scene.hot("blind", ON_MAIL, hook);
    scene.arrives("envelope:1", BOB, "hello");
    scene.run();

    assertThat(given.get().object("event").orElseThrow().has("id")).isTrue();
    assertThat(given.get().object("event").orElseThrow().has("content")).isFalse();
  }

  private String ranWithCredential(String policies) {
    scene.policies(policies);
    scene.script(
        "pays",
        "credentials: [STRIPE_KEY]\n" + ON_MAIL,
        "cat > /dev/null",
        "printf '{\"fire\": %s}' \"$([ \"$STRIPE_KEY\" = sk-1 ] && echo true || echo false)\"");
    scene.accept("pays");
    scene.arrives("envelope:1", BOB, "hello");
    scene.run();
    return scene.runs("pays").getFirst().state().toString();
  }

  @Test
  void aCredentialReachesAHookWhenItAndItsCauseMayHaveIt() {
    assertThat(ranWithCredential(OPEN)).isEqualTo("fired");
  }

  @Test
  void aCredentialDoesNotReachAHookWhoseCauseMayNotHaveIt() {
    String policies = of("agent", "tools: ['*'], credentials: ['*'], data: full");
    assertThat(ranWithCredential(policies + of("unknown", "tools: ['*'], credentials: [OTHER]")))
        .isEqualTo("quiet");
  }

  @Test
  void whatAHookMakesOfAnEventOfTheProgramsIsDecidedAnewWhenItFires() {
    scene.policies(
        of("agent", "tools: ['*']")
            + """
            - name: timer
              effect: allow
              match: { principal: { system: true }, conditions: { channel: timer } }
              permissions: { tools: [task_add, mail_send] }
            - name: careful
              effect: allow
              match: { principal: { system: true }, conditions: { hook_id: careful } }
              permissions: { tools: [mail_send] }
            """);
    String hourly = "tools: [task_add, mail_send]\ntriggers:\n  interval: 60m\n";
    String task = "{\"fire\": true, \"actions\": [{\"task\": {\"title\": \"x\"}}]}";
    String mail =
        "{\"fire\": true, \"actions\": [{\"mail\": {\"to\": \"owner\", \"body\": \"x\"}}]}";
    scene.answering("careful", hourly, mail);
    scene.society().clock().advance(Duration.ofHours(1));
    scene.run();
    assertThat(scene.runs("careful").getFirst().state()).isEqualTo(HookRun.State.FIRED);

    scene.answering("careful", hourly, task);
    scene.society().clock().advance(Duration.ofHours(1));
    scene.run();
    assertThat(scene.runs("careful").getFirst().state()).isEqualTo(HookRun.State.DENIED);
  }

  @Test
  void whatAPolicyDelaysWaitsUntilTheHoursAreOver() {
    scene.policies(
        OPEN
            + """
            - name: quiet
              effect: allow
              match: { conditions: [ { time: "%s" } ] }
              modifiers: { delay_response: true }
            """
                .formatted(HOUR));
    scene.answering("later", ON_MAIL, "{\"fire\": true}");
    scene.arrives("envelope:1", BOB, "hello");

    assertThat(scene.run().runs()).isZero();
    assertThat(scene.dispatch().isDue()).isFalse();
    scene.society().clock().advance(Duration.ofHours(1));
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 1, 0));
  }
}
