package org.sovereignbook.sbp.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.sql.Database;
import org.sovereignbook.sbp.sql.SqliteDatabase;

class HookRunsTest {
  private static final String ON_THINGS =
      """
      tools: [task_add, mail_send, post]
      triggers:
        event: {types: thing}
      """;

  static final JsonObject FIRE = JsonObject.builder().put("fire", true).build();

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

  @Test
  void aScriptThatMatchesRunsOnceForEachEventAndWhatItAnswersIsDone() {
    scene.answering(
        "todo",
        ON_THINGS,
        """
        {"fire": true, "actions": [{"task": {"title": "Look at it"}},
         {"mail": {"to": "reader", "body": "there is one"}},
         {"publish": {"title": "News", "text": "It happened."}}],
         "context": {"prompt": "Please look", "extracted": {"amount": 3}}}\
        """);
    scene.happens("other.made");
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 1, 0));
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(0, 0, 0));
    assertThat(scene.count("SELECT COUNT(*) FROM task")).isEqualTo(1);
    assertThat(scene.count("SELECT COUNT(*) FROM mail")).isEqualTo(2);
    assertThat(folder.resolve("runtime/drafts").toFile().list()).hasSize(1);
    assertThat(scene.runs("todo")).singleElement().extracting(HookRun::state).hasToString("fired");
    assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE channel = 'hook'")).isEqualTo(4);
  }

  @Test
  void whatHappenedBeforeItWasAcceptedIsNotForAHook() {
    scene.happens("thing.made");
    scene.hot("late", ON_THINGS, hot(_ -> FIRE));
    assertThat(scene.run().runs()).isZero();
  }

  @Test
  void aScriptThatHasChangedIsRefusedUntilItIsAcceptedAgain() {
    scene.answering("todo", ON_THINGS, "{\"fire\": true}");
    scene.script("todo", ON_THINGS, "touch " + folder.resolve("evil"));
    scene.happens("thing.made");
    scene.run();
    assertThat(scene.runs("todo").getFirst().state()).isEqualTo(HookRun.State.REFUSED);
    assertThat(folder.resolve("evil")).doesNotExist();
    scene.accept("todo");
    scene.happens("thing.made");
    scene.run();
    assertThat(folder.resolve("evil")).exists();
  }

  @Test
  void whatAHookWasNotAcceptedForIsRefusedWithAllOfItsAnswer() {
    scene.answering(
        "greedy",
        """
        tools: [task_add]
        triggers: {event: {types: [thing]}}
        """,
        """
        {"fire": true, "actions": [{"task": {"title": "A"}}, {"mail": {"to": "owner", "body": "B"}}]}\
        """);
    scene.happens("thing.made");
    scene.run();
    HookRun run = scene.runs("greedy").getFirst();
    assertThat(run.state()).isEqualTo(HookRun.State.DENIED);
    assertThat(run.reason().orElseThrow()).contains("mail_send");
    assertThat(scene.count("SELECT COUNT(*) FROM task")).isZero();
    assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE decision = 'deny'")).isEqualTo(1);
  }

  @Test
  void garbageAndExitCodesAreErrorsOfThatHookAlone() {
    scene.answering("garbage", ON_THINGS, "not json");
    scene.answering("unknown", ON_THINGS, "{\"fire\": true, \"fier\": 1}");
    scene.script("exits", ON_THINGS, "echo went wrong >&2", "exit 1");
    scene.accept("exits");
    scene.script("flood", ON_THINGS, "yes");
    scene.accept("flood");
    scene.answering("good", ON_THINGS, "{\"fire\": true}");
    scene.answering("silent", ON_THINGS, "");
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(6, 1, 4));
    assertThat(reason("garbage")).contains("no JSON");
    assertThat(reason("unknown")).contains("fier");
    assertThat(reason("exits")).contains("exit code 1").contains("went wrong");
    assertThat(reason("flood")).contains("hooks.max_output_bytes");
    assertThat(scene.runs("good").getFirst().state()).isEqualTo(HookRun.State.FIRED);
    assertThat(scene.runs("silent").getFirst().state()).isEqualTo(HookRun.State.QUIET);
  }

  private String reason(String hook) {
    return scene.runs(hook).getFirst().reason().orElseThrow();
  }

  @Test
  void fiveErrorsInARowOpenTheCircuitAndAfterFiveMinutesItIsTriedOnce() {
    boolean[] isWell = {false};
    scene.hot(
        "shaky",
        ON_THINGS,
        hot(
            _ -> {
              if (isWell[0]) {
                return FIRE;
              }
              throw new IllegalStateException("not now");
            }));
    for (int i = 0; i < 7; i++) {
      scene.happens("thing.made");
    }
    assertThat(scene.run().runs()).isEqualTo(5);
    assertThat(states("shaky").subList(0, 2)).containsOnly(HookRun.State.SKIPPED);
    scene.society().clock().advance(Hook.REST);
    scene.happens("thing.made");
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 0, 1));
    scene.society().clock().advance(Hook.REST.plusSeconds(1));
    isWell[0] = true;
    scene.happens("thing.made");
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(2, 2, 0));
    assertThat(scene.hook("shaky").openedMs()).isEmpty();
  }

  private List<HookRun.State> states(String hook) {
    return scene.runs(hook).stream().map(HookRun::state).toList();
  }

  @Test
  void aOneShotHookEndsWhenItHasFired() {
    scene.hot("once", "mode: one-shot\n" + ON_THINGS, hot(_ -> FIRE));
    scene.happens("thing.made");
    scene.happens("thing.made");
    assertThat(scene.run().runs()).isEqualTo(1);
    assertThat(scene.hook("once").state()).isEqualTo(Hook.State.ENDED);
  }

  @Test
  void aHookMayAskNotToBeRunAgain() {
    scene.answering("tired", ON_THINGS, "{\"fire\": false, \"disable\": true}");
    scene.happens("thing.made");
    scene.run();
    assertThat(scene.hook("tired").state()).isEqualTo(Hook.State.DISABLED);
  }

  @Test
  void whatAGateDoesNotLetPassNoOtherHookSees() {
    boolean[] passes = {false};
    scene.hot(
        "guard",
        "gate: true\n" + ON_THINGS,
        hot(_ -> JsonObject.builder().put("fire", passes[0]).build()));
    scene.hot("work", ON_THINGS, hot(_ -> FIRE));
    scene.happens("thing.made");
    scene.run();
    assertThat(states("work")).containsExactly(HookRun.State.HELD);
    passes[0] = true;
    scene.happens("thing.made");
    scene.run();
    assertThat(states("work").getFirst()).isEqualTo(HookRun.State.FIRED);
  }

  @Test
  void aGateThatFailsIsClosed() {
    scene.hot(
        "guard",
        "gate: true\n" + ON_THINGS,
        hot(
            _ -> {
              throw new IllegalStateException("broken");
            }));
    scene.hot("work", ON_THINGS, hot(_ -> FIRE));
    for (int i = 0; i < 7; i++) {
      scene.happens("thing.made");
    }
    scene.run();
    assertThat(states("work")).hasSize(7).containsOnly(HookRun.State.HELD);
  }

  @Test
  void hooksThatSetEachOtherOffComeToAnEnd() {
    String task = "{\"fire\": true, \"actions\": [{\"task\": {\"title\": \"More\"}}]}";
    String onTasks =
        """
        tools: [task_add]
        triggers: {event: {types: task.created}}
        """;
    scene.answering("one", onTasks, task);
    scene.happens("task.created");
    scene.run();
    assertThat(states("one"))
        .containsExactly(
            HookRun.State.SKIPPED,
            HookRun.State.FIRED,
            HookRun.State.FIRED,
            HookRun.State.FIRED,
            HookRun.State.FIRED);
  }

  @Test
  void aRunWhoseStarterDiedIsUnknownAndNotRepeated() {
    scene.hot("once", ON_THINGS, hot(_ -> FIRE));
    scene.happens("thing.made");
    boolean _ = scene.ledger().write(tx -> new Matching(tx, HookScene.ZONE).step());
    HookRuns.Next _ = scene.ledger().write(tx -> HookRuns.claim(tx, "once"));
    assertThat(scene.run().runs()).isZero();
    scene.society().clock().advance(Duration.ofMinutes(2));
    assertThat(scene.run().runs()).isZero();
    assertThat(states("once")).containsExactly(HookRun.State.UNKNOWN);
    assertThat(scene.count("SELECT COUNT(*) FROM event WHERE kind = 'hook.unknown'")).isEqualTo(1);
  }

  @Test
  void aHookMayReadACopyOfTheLedgerThatHoldsNoKeys() {
    scene.hot(
        "reads",
        "ledger: true\n" + ON_THINGS,
        hot(
            input -> {
              Path copy = Path.of(input.string("ledger").orElseThrow());
              try (Database database = SqliteDatabase.open(copy, (_, _) -> {})) {
                return JsonObject.builder()
                    .put(
                        "fire",
                        database.<Boolean>read(
                            sql ->
                                sql.exists("SELECT 1 FROM event WHERE kind = 'thing.made'")
                                    && !sql.exists(
                                        "SELECT 1 FROM agent WHERE sealed_key IS NOT NULL")
                                    && !sql.exists("SELECT 1 FROM agent_token")))
                    .build();
              }
            }));
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 1, 0));
    assertThat(folder.resolve("runtime/operational/hook-runs").toFile().list()).isEmpty();
  }

  @Test
  void aHookThatRunsTooOftenIsSkippedWithAWord() {
    scene.hot("busy", "per_hour: 2\n" + ON_THINGS, hot(_ -> FIRE));
    for (int i = 0; i < 3; i++) {
      scene.happens("thing.made");
    }
    assertThat(scene.run().runs()).isEqualTo(2);
    assertThat(reason("busy")).contains("per_hour");
  }

  @Test
  void triggersAreCheckedBeforeAnythingStarts() {
    scene.hot(
        "exact",
        """
        triggers:
          principal: {type: [owner, peer]}
          event: {channels: [command], types: [thing], metadata: {size: 3}}
        """,
        hot(_ -> FIRE));
    scene.happens("thing.made");
    scene.happens("thing.made", "size", "4");
    scene.happens("thingy", "size", "3");
    assertThat(scene.run().runs()).isZero();
    scene.happens("thing.made", "size", "3");
    assertThat(scene.run().runs()).isEqualTo(1);
  }

  @Test
  void aDeclarationThatIsWrongSaysWhere() {
    scene.script("bad", "triggers:\n  event: {types: thing}\n  cron: 0 9 * * *\n", "true");
    assertThat(HookScript.find(scene.society().node().node(), "bad").orElseThrow().toString())
        .contains("bad.sh:3")
        .contains("not both");
    scene.script("bad", "triggers: {event: {types: thing}}\ntolls: [x]", "true");
    assertThat(HookScript.find(scene.society().node().node(), "bad").orElseThrow().toString())
        .contains("tolls");
  }

  static HotHook hot(Function<JsonObject, JsonObject> answer) {
    return new HotHook() {
      @Override
      public String name() {
        return "hot";
      }

      @Override
      public JsonObject answer(JsonObject input) {
        return answer.apply(input);
      }
    };
  }
}
