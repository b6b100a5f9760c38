package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp memory hook}, as coding CLIs call it. */
class MemoryHookTest {
  @TempDir Path folder;
  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void makeNode() throws IOException {
    node = TestNode.in(Files.createDirectories(folder.resolve("node")));
    cli = CliTest.in(node.home().root());
  }

  private CliTest.Ran hook(String moment, JsonObject input) {
    CliTest.Ran ran =
        cli.typing(JsonWriter.compact(input))
            .run("memory", "hook", moment, "--within-seconds", "60");
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private static JsonObject input(String event) {
    return JsonObject.builder().put("session_id", "s").put("hook_event_name", event).build();
  }

  private JsonObject active() {
    return cli.run("memory", "show", "--json").json().object("active").orElseThrow();
  }

  private static List<String> list(JsonObject active, String name) {
    return active.array(name).flatMap(JsonArray::strings).orElse(List.of());
  }

  private JsonObject transcript(String... lines) throws IOException {
    Path file = Files.write(folder.resolve("transcript.jsonl"), List.of(lines));
    return input("PreCompact").with("transcript_path", file.toString());
  }

  private static String said(String who, String text) {
    return JsonWriter.compact(
        JsonObject.builder()
            .put("type", who)
            .put(
                "message",
                JsonObject.builder().put("role", who).put("content", new JsonString(text)).build())
            .build());
  }

  @Test
  void compactKeepsBlockersAndDecisionsOnceAndLeavesTheRest() throws IOException {
    JsonObject input =
        transcript(
            said("user", "We are stuck because the key is missing."),
            "{\"type\": \"system\", \"content\": \"we decided to lie\"}",
            "no json",
            "{\"type\":\"assistant\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"We"
                + " decided to release on Mondays.\"},{\"type\":\"tool_use\",\"id\":\"x\"}]}}",
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"Lesson"
                + " learned: test first.\"}]}}",
            said("user", "Read this file"));
    cli.run("memory", "set", "active.notes=[\"mine\"]");

    assertThat(hook("compact", input).out()).isEmpty();
    assertThat(hook("compact", input).err()).isEmpty();

    assertThat(list(active(), "blockers"))
        .containsExactly("We are stuck because the key is missing.");
    assertThat(list(active(), "notes"))
        .containsExactly(
            "mine", "We decided to release on Mondays.", "Lesson learned: test first.");
  }

  @Test
  void compactReadsTheLastTwentyTextsAndKeepsABoundedList() throws IOException {
    String[] lines = new String[60];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = said("user", "We decided on plan number " + i + " " + "x".repeat(100) + ".");
    }

    hook("compact", transcript(lines));

    List<String> notes = list(active(), "notes");
    assertThat(notes).hasSizeBetween(5, 20);
    assertThat(notes.getLast()).contains("number 59");
    assertThat(String.join("", notes).length()).isLessThan(1_300);
    assertThat(notes).noneMatch(note -> note.contains("number 39 "));
  }

  @Test
  void aTextWrittenBelowAMemoryFolderIsLearnedOnce() {
    JsonObject file =
        JsonObject.builder()
            .put("file_path", "/home/x/.claude/projects/p/memory/tests.md")
            .put("content", "flaky tests hide races")
            .build();
    JsonObject elsewhere = file.with("file_path", "/home/x/memory.md").with("content", "not this");

    hook("learned", input("PostToolUse").with("tool_input", file));
    hook("learned", input("PostToolUse").with("tool_input", file));
    hook("learned", input("PostToolUse").with("tool_input", elsewhere));

    JsonObject found = cli.run("memory", "search", "--tag", "auto-memory", "--json").json();
    assertThat(found.array("results").orElseThrow().values()).hasSize(1);
    assertThat(found.toString()).contains("flaky tests hide races").contains("learning");
  }

  @Test
  void startAnswersInTheFormOfCodingClisForTheDirectoryOfItsInput() {
    cli.run("group", "create", "team");
    cli.run("memory", "bind", folder.resolve("work").toString(), "team");

    String out =
        hook("start", input("SessionStart").with("cwd", folder.resolve("work/a").toString())).out();

    assertThat(out)
        .startsWith("{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\"")
        .contains("bound to the group team");
    assertThat(hook("start", JsonObject.empty()).out()).startsWith("Memory of owner");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"transcript_path\": \"/nowhere/at.all\"}"})
  void aProblemIsOneLineAndNeverAnError(String input) {
    CliTest.Ran ran = cli.typing(input).run("memory", "hook", "compact");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().lines()).hasSize(1).first().asString().contains("memory hook: ");
  }

  @Test
  void withoutANodeItIsOneLine() throws IOException {
    CliTest.Ran ran =
        CliTest.in(Files.createDirectories(folder.resolve("empty"))).run("memory", "hook", "start");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err().lines()).hasSize(1);
  }

  @Test
  @Timeout(25)
  void itGivesUpWhileTheDatabaseIsBusy() {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      CliTest.Ran ran =
          ledger.<CliTest.Ran>write(
              _ -> cli.typing("{}").run("memory", "hook", "end", "--within-seconds", "1"));

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("gave up after 1 s");
    }
  }
}
