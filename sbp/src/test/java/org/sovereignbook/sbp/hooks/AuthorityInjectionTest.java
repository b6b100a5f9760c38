package org.sovereignbook.sbp.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.intake.Incoming;
import org.sovereignbook.sbp.intake.Intake;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Subject;

/** Sixty texts that want more than their sender may cause, sent through every way in of hooks. */
class AuthorityInjectionTest {
  private static final Path CORPUS =
      Path.of(
          "../testkit/src/main/resources/org/sovereignbook/sbp/testkit/injection/authority.jsonl");

  private static final List<String> TABLES =
      List.of("agent", "agent_token", "hook", "task", "entity", "entity_tag", "access_grant");

  @TempDir Path folder;

  @Test
  void noneOfThemHasAnEffectButToBeShownAsData() throws Exception {
    List<JsonObject> all = Files.readAllLines(CORPUS).stream().map(Hook::json).toList();
    assertThat(all).hasSize(60);
    try (HookScene scene = new HookScene(folder)) {
      WebhookPolicy.write(scene.ledger().node(), "news", List.of("mail_send"));
      scene.hot(
          "tell",
          "tools: [mail_send]\ntriggers: {principal: {type: webhook}}",
          HookRunsTest.hot(
              _ ->
                  Hook.json(
                      """
                      {"fire": true, "agent": "reader",
                       "context": {"prompt": "News came.", "include_thread": true}}\
                      """)));
      // What they ask for directly: the answer itself is made of their words.
      scene.hot(
          "parrot",
          "tools: [mail_send]\ntriggers: {principal: {type: webhook}}",
          HookRunsTest.hot(
              input ->
                  Hook.json(input.object("event").orElseThrow().string("content").orElse(""))));
      Map<String, Long> before = counts(scene);
      Map<String, String> files = files(scene);
      int number = 0;
      for (JsonObject each : all) {
        String text = each.string("text").orElseThrow();
        arrives(scene, Principal.webhook("news"), "webhook", number++, text);
        arrives(scene, Principal.parse("peer:" + "A".repeat(43)), "envelope", number++, text);
      }
      Dispatch.Done done = scene.run();

      assertThat(done.runs()).isGreaterThanOrEqualTo(60);
      assertThat(counts(scene)).isEqualTo(before);
      assertThat(files(scene)).isEqualTo(files);
      assertThat(
              scene.count(
                  "SELECT COUNT(*) FROM mail m JOIN authority a ON a.id = m.authority_id"
                      + " WHERE a.document NOT LIKE '%webhook:news%'"))
          .isZero();
      assertThat(unfenced(scene, all)).isEmpty();
    }
  }

  private static void arrives(
      HookScene scene, Principal principal, String channel, int number, String text) {
    String id = channel + ":" + number;
    boolean _ =
        scene
            .ledger()
            .write(
                tx ->
                    Intake.arrived(
                        tx,
                        new Incoming(
                            id,
                            channel + ".received",
                            principal,
                            channel,
                            new Subject(channel, id),
                            Optional.of(text),
                            "text",
                            JsonObject.empty())));
  }

  /** All that must stay as it is; the token of each run has ended with it. */
  private static Map<String, Long> counts(HookScene scene) {
    Map<String, Long> counts = new TreeMap<>();
    for (String table : TABLES) {
      String which = table.equals("agent_token") ? " WHERE revoked_ms IS NULL" : "";
      counts.put(table, scene.count("SELECT COUNT(*) FROM " + table + which));
    }
    counts.put("enabled", scene.count("SELECT COUNT(*) FROM hook WHERE state = 'enabled'"));
    return counts;
  }

  /** Policies, hooks, webhooks and settings, as they are on disk. */
  private static Map<String, String> files(HookScene scene) throws Exception {
    Path runtime = scene.ledger().node().home().runtime();
    Map<String, String> files = new TreeMap<>();
    for (String folder : List.of("access", "hooks", "webhooks", "drafts")) {
      if (Files.isDirectory(runtime.resolve(folder))) {
        try (Stream<Path> found = Files.walk(runtime.resolve(folder))) {
          for (Path file : found.filter(Files::isRegularFile).toList()) {
            files.put(file.toString(), Files.readString(file));
          }
        }
      }
    }
    return files;
  }

  /** Lines of theirs that stand in a mail without their mark. */
  private static List<String> unfenced(HookScene scene, List<JsonObject> all) {
    List<String> lines = new ArrayList<>();
    scene
        .ledger()
        .<List<String>>read(
            tx ->
                tx.sql()
                    .list(
                        "SELECT c.text FROM mail m JOIN content c ON c.id = m.body_id",
                        row -> row.text(1)))
        .forEach(body -> body.lines().forEach(lines::add));
    List<String> theirs =
        all.stream().flatMap(each -> each.string("text").orElseThrow().lines()).toList();
    return lines.stream().filter(line -> !line.startsWith("> ") && theirs.contains(line)).toList();
  }
}
