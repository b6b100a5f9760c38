package org.sovereignbook.sbp.plugins.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The published SDK of the protocol, as an editor: every method, with a model whose words are a
 * script. Skipped where Node or the SDK is not ({@code scripts/fetch-coding-clis}).
 */
@Tag("trial")
class JavaScriptEditorTest {
  private static final String PASSPHRASE = "correct horse battery";
  private static final int MINUTES = 2;

  @TempDir Path folder;

  private static ScriptedChat model() {
    return new ScriptedChat()
        .calls("task_add", JsonObject.empty().with("title", "count the boats"))
        .calls(
            "trust_assess", JsonObject.empty().with("item_id", "nothing").with("verdict", "wrong"))
        .says("planned and assessed")
        .says("a summary")
        .then(
            (request, listener, cancel) -> {
              CompletableFuture<Void> ended = new CompletableFuture<>();
              cancel.onCancel(() -> ended.complete(null));
              listener.text("thinking");
              ended.join();
              throw LlmException.cancelled();
            });
  }

  @Test
  void everyMethodWorksWithThePublishedClient() throws Exception {
    Path report = folder.resolve("report.json");
    JsonObject seen = run(report);

    assertThat(seen.object("initialize").flatMap(it -> it.object("agentInfo")))
        .hasValueSatisfying(agent -> assertThat(agent.string("name")).contains("sbp"));
    assertThat(seen.integer("wrong")).hasValue(-32000);
    assertThat(strings(seen, "modes")).containsExactly("ask", "wait");
    assertThat(seen.string("stop")).contains("end_turn");
    assertThat(seen.string("compact")).contains("end_turn");
    assertThat(seen.string("cancelled")).contains("cancelled");
    assertThat(seen.array("questions").orElseThrow().toString())
        .contains("allow_once", "reject_once");
    assertThat(strings(seen, "kinds"))
        .contains(
            "agent_message_chunk",
            "available_commands_update",
            "plan",
            "tool_call",
            "tool_call_update");
    assertThat(strings(seen, "replayed"))
        .contains("agent_message_chunk", "tool_call", "user_message_chunk");
    assertThat(seen.bool("listed")).contains(true);
    assertThat(seen.integer("unknown")).hasValue(-32002);
  }

  private static List<String> strings(JsonObject seen, String name) {
    return seen.array(name).flatMap(JsonArray::strings).orElseThrow();
  }

  private JsonObject run(Path report) throws Exception {
    List<String> command = new ArrayList<>(PublishedSdk.command(folder, "client.mjs"));
    command.addAll(List.of(PASSPHRASE, report.toString()));
    TestNode home = TestNode.in(folder);
    Session session =
        CommandLines.session(
            folder,
            Map.of("SBP_HOME", home.node().home().root().toString()),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
    try (Ledger ledger = session.ledger(session.node());
        LentLedger.Lending _ = session.lend(ledger)) {
      Authority owner = Authority.of(Principal.OWNER, "command");
      ledger.run(tx -> new OwnerPassphrase(tx).set(owner, PASSPHRASE));
      Process client = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
      try (PrintStream out =
          new PrintStream(client.getOutputStream(), false, StandardCharsets.UTF_8)) {
        ScriptedChat model = model();
        AcpCommand.serve(
            session, ledger, new AcpWire(client.getInputStream(), out), Personas.MAIN, _ -> model);
        assertThat(client.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(client.exitValue()).isZero();
      } finally {
        Process _ = client.destroyForcibly();
      }
    }
    return (JsonObject) JsonReader.file(Files.readAllBytes(report));
  }
}
