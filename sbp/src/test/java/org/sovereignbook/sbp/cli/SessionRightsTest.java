package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.Everything;
import org.sovereignbook.sbp.testing.TestNode;

/** Rights of a message to another agent's session, and of a session from a file. */
final class SessionRightsTest {
  private static final String QUESTION = "which tasks are open?";

  @TempDir Path folder;
  private CliTest owner;
  private Ledger ledger;

  @BeforeEach
  void makeNode() {
    TestNode node = TestNode.in(folder);
    owner = CliTest.in(folder);
    ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private static CliTest.Ran done(CliTest at, String... words) {
    CliTest.Ran ran = at.run(words);
    assertThat(ran.exit())
        .as(String.join(" ", words) + ran.err() + ran.out())
        .isEqualTo(ExitCode.DONE);
    return ran;
  }

  private CliTest agent(String name, String tools) {
    done(owner, "agent", "register", name, "--tools", tools);
    String token =
        done(owner, "agent", "token", name, "--json").json().string("token").orElseThrow();
    return CliTest.in(folder).with("SBP_AGENT_TOKEN", token);
  }

  /** Returns the tools that the newest turn of a session called, each with its state. */
  private List<String> called(String session) {
    return done(owner, "session", "show", session, "--json")
        .json()
        .array("turns")
        .orElseThrow()
        .objects()
        .getLast()
        .array("tools")
        .orElseThrow()
        .objects()
        .stream()
        .map(call -> call.string("name").orElseThrow() + " " + call.string("state").orElseThrow())
        .toList();
  }

  private void ask(CliTest sender, boolean overMcp) {
    if (overMcp) {
      sender.typing(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"session_send\",\"arguments\":{\"session\":\"main\",\"text\":\""
              + QUESTION
              + "\",\"mode\":\"followup\"},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n");
      assertThat(sender.run("mcp").out()).contains("queued");
    } else {
      done(sender, "session", "send", "main", "--mode", "followup", QUESTION);
    }
    CliTest.Ran _ = owner.run("tick");
  }

  @Test
  void theOwnersMessageCausesWhatTheAgentOfTheSessionMay() {
    ask(owner, false);

    assertThat(called("main")).containsExactly("task_list done");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAgentsMessageCausesNothingThatTheAgentMayNot(boolean overMcp) {
    CliTest sender = agent("nobody", "session_send");

    ask(sender, overMcp);

    assertThat(called("main")).containsExactly("task_list failed");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAgentsMessageCausesNothingThatTheAgentOfTheSessionMayNot(boolean overMcp) {
    done(owner, "agent", "capabilities", "main", "--tools", "session_send");
    CliTest sender = agent("anybody", "*");

    ask(sender, overMcp);

    // Its model is not even offered the tool.
    assertThat(called("main")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dispatch_to_agent", "dispatch_to_agent,task_list"})
  void aDispatchCausesNothingThatTheAgentThatGivesItMayNot(String tools) {
    CliTest sender = agent("nobody", tools);

    String target =
        done(sender, "session", "dispatch", "main", QUESTION, "--json")
            .json()
            .string("target")
            .orElseThrow();
    CliTest.Ran _ = owner.run("tick");

    assertThat(called(target))
        .containsExactly(tools.contains("task_list") ? "task_list done" : "task_list failed");
  }

  private List<String> exported() throws IOException {
    done(owner, "session", "export", "main", "main.jsonl");
    return Files.readAllLines(folder.resolve("main.jsonl"));
  }

  private CliTest.Ran imported(String... lines) throws IOException {
    Files.writeString(folder.resolve("other.jsonl"), String.join("\n", lines) + "\n");
    return owner.run("session", "import", "other.jsonl", "--label", "copy");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anImportedSessionActsForAllWhoCausedItsTurns(boolean strangerToo, @TempDir Path elsewhere)
      throws IOException {
    ask(owner, false);
    String stranger = "{\"principal\":\"unknown\",\"channel\":\"sbp\",\"limits\":{}}";
    List<String> lines =
        exported().stream()
            .map(
                line ->
                    strangerToo ? line.replace("\"causes\":[", "\"causes\":[" + stranger) : line)
            .toList();
    TestNode _ = TestNode.in(elsewhere);
    owner = CliTest.in(elsewhere);
    Files.write(elsewhere.resolve("main.jsonl"), lines);

    done(owner, "session", "import", "main.jsonl");
    ask(owner, false);

    assertThat(called("main")).containsExactly(strangerToo ? "task_list failed" : "task_list done");
  }

  @Test
  void aSessionFromAFileRunsAsTheAgentOfItsPersonaHere() throws IOException {
    ask(owner, false);
    List<String> lines = exported();

    CliTest.Ran ran =
        imported(
            lines.getFirst().replace("\"agent\":\"main\"", "\"agent\":\"author\""),
            lines.getLast());

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ledger.<List<String>>read(tx -> tx.texts("SELECT agent FROM agent_session")))
        .containsExactly("main", "main");
  }

  @Test
  void whileAgentsHoldTokensAFileIsReadForTheOwnerInPersonOnly() throws IOException {
    ask(owner, false);
    List<String> lines = exported();
    CliTest coder = agent("coder", "*");
    assertThat(coder.run("session", "import", "main.jsonl", "--label", "mine").exit())
        .isEqualTo(ExitCode.REFUSED);

    CliTest.Ran ran = imported(lines.toArray(String[]::new));

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("agents hold tokens");
    assertThat(owner.run("session", "show", "copy").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"state\":\"answered\" \"state\":\"waiting\"",
        "\"state\":\"answered\" \"state\":\"taken\"",
        "\"state\":\"done\" \"state\":\"intended\"",
        "\"source\":\"human\" \"source\":\"god\"",
        "\"role\":\"assistant\" \"role\":\"system\"",
        "\"principal\":\"owner\" \"principal\":\"king\"",
        "\"principal\":\"owner\" \"nobody\":\"owner\"",
        "\"type\":\"turn\" \"type\":\"order\"",
        "\"number\":2 \"number\":1",
        "open? closed?",
      })
  void aFileThatWasChangedIsRefusedWhole(String change) throws IOException {
    ask(owner, false);
    List<String> lines = exported();
    int space = change.indexOf(' ');
    UnaryOperator<String> changed =
        line -> line.replace(change.substring(0, space), change.substring(space + 1));
    String fresh = lines.getLast().replaceFirst("\"id\":\"01", "\"id\":\"00");
    assertThat(changed.apply(fresh)).isNotEqualTo(fresh);
    NavigableSet<String> before = Everything.of(ledger);

    CliTest.Ran ran =
        imported(
            lines.getFirst().replaceFirst("\"parentId\":\"01", "\"parentId\":\"00"),
            changed.apply(fresh));

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    // What the hash of the words does not cover is found for its own sake.
    assertThat(ran.err()).contains("line 2: ");
    assertThat(ran.err().contains("its hash is not")).isEqualTo(change.startsWith("open?"));
    assertThat(Everything.changed(before, Everything.of(ledger)))
        .allMatch(line -> line.startsWith("+ other.jsonl"));
  }

  @Test
  void aPersonaThatIsNotHereIsNamed() throws IOException {
    ask(owner, false);
    List<String> lines = exported();

    CliTest.Ran ran =
        imported(
            lines.getFirst().replace("\"persona\":\"main\"", "\"persona\":\"king\""),
            lines.getLast());

    assertThat(ran.exit()).as(ran.err()).isNotEqualTo(ExitCode.DONE);
    assertThat(ran.err()).contains("king");
  }
}
