package org.sovereignbook.sbp.plugins.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.judgment.ChatCalls;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestNode;

/** An agent of the protocol, a process of its own, as the model of a conversation. */
class AcpBackendTest {
  private static final String TOKEN = "a-token-of-one-turn";
  private static final List<ChatMessage> FIRST = List.of(new ChatMessage.User("count"));
  private static final List<ChatMessage> NEXT =
      List.of(
          new ChatMessage.User("count"),
          new ChatMessage.Assistant("one two", List.of()),
          new ChatMessage.User("go on"));

  @TempDir Path folder;
  private final List<String> heard = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();

  private final ChatListener listener =
      new ChatListener() {
        @Override
        public void text(String delta) {
          heard.add(delta);
        }

        @Override
        public boolean permits(String kind, List<String> words) {
          asked.add(kind + ": " + words.getFirst());
          return words.getLast().contains("rm -r boats");
        }
      };

  private Path log() {
    return folder.resolve("log");
  }

  private ChatRequest request(String behaviour, List<ChatMessage> messages, Duration limit) {
    return request(folder, ScriptedAgent.command(behaviour, log()), messages, limit);
  }

  /** Returns a request to an agent of this command. */
  static ChatRequest request(
      Path folder, List<String> command, List<ChatMessage> messages, Duration limit) {
    TestNode node = TestNode.in(folder.resolve("node"));
    LlmRequest.Context usual = ChatCalls.context(node.node(), new AcpBackend(Map.of()));
    JsonObject settings = JsonObject.empty().with("command", JsonArray.ofStrings(command));
    return new ChatRequest(
        "You are an agent.",
        messages,
        List.of(),
        new LlmRequest.Budget(1_000, Optional.empty(), limit),
        new LlmRequest.Context(
            Config.at("llm.acp", settings),
            usual.clock(),
            usual.random(),
            folder.resolve("scratch"),
            usual.identity()),
        Optional.of(new ToolServer("sbp", List.of("/bin/sbp", "mcp"), Map.of("SBP_TOKEN", TOKEN))),
        "agent:main:main");
  }

  private ChatReply reply(String behaviour, List<ChatMessage> messages) throws Exception {
    return new AcpBackend(System.getenv())
        .reply(request(behaviour, messages, Duration.ofMinutes(1)), listener, new Cancellation());
  }

  @Test
  void anAnswerIsStreamedAndTheAgentHasTheToolsOfTheNode() throws Exception {
    ChatReply reply = reply("plain", FIRST);
    assertThat(reply.text()).isEqualTo("one two");
    assertThat(reply.stop()).isEqualTo(ChatReply.Stop.END);
    assertThat(heard).containsExactly("one ", "two");
    assertThat(Files.readString(log()))
        .contains("\"command\":\"/bin/sbp\",\"args\":[\"mcp\"]", TOKEN, "You are an agent.");
  }

  @Test
  void aSessionThatGaveTheLastAnswerGoesOn() throws Exception {
    ChatReply _ = reply("plain", FIRST);
    Files.delete(log());
    heard.clear();
    ChatReply _ = reply("plain", NEXT);
    assertThat(Files.readString(log()))
        .contains("session/load", "go on")
        .doesNotContain("session/new", "You are an agent.");
    assertThat(heard).containsExactly("one ", "two");
  }

  @Test
  void aConversationThatWasChangedBeginsAnew() throws Exception {
    ChatReply _ = reply("plain", FIRST);
    List<ChatMessage> other = new ArrayList<>(NEXT);
    other.set(1, new ChatMessage.Assistant("three", List.of()));
    Files.delete(log());
    ChatReply _ = reply("plain", other);
    assertThat(Files.readString(log()))
        .contains("session/new", "three", "go on")
        .doesNotContain("session/load");
  }

  @Test
  void aCallOfItsOwnIsPermittedOnceOrRejected() throws Exception {
    assertThat(reply("asks", FIRST).text()).isEqualTo("chosen: yes");
    assertThat(asked).containsExactly("execute: rm -r boats");
    ChatReply refused =
        new AcpBackend(System.getenv())
            .reply(
                request("asks", FIRST, Duration.ofMinutes(1)),
                ChatListener.NONE,
                new Cancellation());
    assertThat(refused.text()).isEqualTo("chosen: no");
  }

  @Test
  void rulesOfTheNodeDecideOnItsOwnToolsAndNoCommandPassesForOne() throws Exception {
    assertThat(reply("uses", FIRST).text()).isEqualTo("chosen: yes");
    assertThat(asked).isEmpty();
    assertThat(reply("poses", FIRST).text()).isEqualTo("chosen: no");
    assertThat(asked).containsExactly("execute: mcp__sbp__task_list");
  }

  @Test
  void aCancelledAnswerIsCancelledAtTheAgent() throws Exception {
    Cancellation cancel = new Cancellation();
    assertThatThrownBy(
            () ->
                new AcpBackend(System.getenv())
                    .reply(
                        request("waits", FIRST, Duration.ofMinutes(1)),
                        _ -> cancel.cancel(),
                        cancel))
        .isInstanceOfSatisfying(
            LlmException.class, e -> assertThat(e.kind()).isEqualTo(LlmException.Kind.CANCELLED));
    assertThat(Files.readString(log())).contains("session/cancel");
  }

  @Test
  void anAgentThatFailsEndsTheAnswerWithItsReason() {
    assertThatThrownBy(() -> reply("dies", FIRST)).hasMessageContaining("no credits are left");
    assertThatThrownBy(() -> reply("old", FIRST)).hasMessageContaining("version 1");
    assertThatThrownBy(() -> reply("floods", FIRST)).hasMessageContaining("says too much");
  }

  @Test
  void anAgentThatDoesNotAnswerIsEnded() throws Exception {
    CompletableFuture<Void> said = new CompletableFuture<>();
    assertThatThrownBy(
            () ->
                new AcpBackend(System.getenv())
                    .reply(
                        request("waits", FIRST, Duration.ofSeconds(10)),
                        _ -> said.complete(null),
                        new Cancellation()))
        .hasMessageContaining("llm.timeout_seconds");
    assertThat(
            ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(log().toString())))
        .isEmpty();
  }

  @Test
  void theConfigurationChoosesIt() {
    CliTest cli = CliTest.in(folder);
    assertThat(cli.run("init", "n", "--local").exit()).isEqualTo(ExitCode.DONE);
    CliTest node = CliTest.in(folder.resolve("n"));
    assertThat(node.run("config", "set", "llm.acp.command", "[\"gemini\", \"--acp\"]").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(node.run("config", "set", "sessions.backend", "acp").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(node.run("config", "get", "llm.acp.command").out()).contains("--acp");
  }

  @Test
  void theOperatorNamesTheProgram() throws Exception {
    ChatRequest request = request("plain", FIRST, Duration.ofMinutes(1));
    LlmRequest.Context usual = request.context();
    assertThat(
            new AcpBackend(Map.of())
                .readiness(
                    new LlmRequest.Context(
                        Config.at("llm.acp", JsonObject.empty()),
                        usual.clock(),
                        usual.random(),
                        usual.scratch(),
                        usual.identity()))
                .found())
        .contains("llm.acp.command");
    assertThat(new AcpBackend(Map.of()).readiness(usual).remedy()).isEmpty();
  }
}
