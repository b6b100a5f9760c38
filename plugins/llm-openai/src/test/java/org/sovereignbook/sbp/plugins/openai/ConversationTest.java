package org.sovereignbook.sbp.plugins.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ChatTool;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;

/** Conversations with a strict service on the loopback, which refuses what breaks its rules. */
class ConversationTest extends OpenAiScene {
  private static final ChatTool TASKS =
      new ChatTool("task_list", "Lists tasks.", object("{\"type\": \"object\"}"));

  private static final String CALL =
      """
      data: {"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_abcdefghijklmn","type":"function","function":{"name":"task_list","arguments":"{\\"state\\":\\"open\\"}"}}]},"finish_reason":"tool_calls"}]}

      data: [DONE]

      """;

  private static final String TEXT =
      """
      data: {"model":"m","choices":[{"index":0,"delta":{"content":"Two "}}]}

      data: {"model":"m","choices":[{"index":0,"delta":{"content":"tasks wait."},"finish_reason":"stop"}]}

      data: {"choices":[],"usage":{"prompt_tokens":120,"completion_tokens":8}}

      data: [DONE]

      """;

  private static final String OLLAMA_CALL =
      """
      {"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"task_list","arguments":{"state":"open"}}}]},"done":false}
      {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":26,"eval_count":9}
      """;

  private static final String OLLAMA_TEXT =
      """
      {"model":"m","message":{"role":"assistant","content":"Two tasks wait."},"done":true,"done_reason":"stop","prompt_eval_count":40960,"eval_count":9}
      """;

  private static JsonObject object(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  private ChatRequest conversation(List<ChatMessage> messages) {
    LlmRequest job = request("reader", Duration.ofSeconds(60));
    return new ChatRequest(
        "You are an agent.",
        messages,
        List.of(TASKS),
        job.budget(),
        job.context(),
        Optional.empty());
  }

  private ChatReply say(
      ModelServer server, List<ChatMessage> messages, ChatListener listener, Cancellation cancel)
      throws LlmException, InterruptedException {
    settings = settings.with("base_url", server.baseUrl());
    return new OpenAiBackend(Map.of("OPENAI_API_KEY", KEY, "FLOCK_API_KEY", KEY))
        .reply(conversation(messages), listener, cancel);
  }

  /** A question, the model's call, its result, the model's answer. */
  private ChatReply turn(ModelServer server, ChatListener listener) throws Exception {
    List<ChatMessage> messages = new ArrayList<>(List.of(new ChatMessage.User("what waits?")));
    ChatReply calling = say(server, messages, ChatListener.NONE, new Cancellation());
    assertThat(calling.stop()).isEqualTo(ChatReply.Stop.TOOLS);
    assertThat(calling.calls())
        .singleElement()
        .satisfies(call -> assertThat(call.id()).matches("[A-Za-z0-9]{9}"));
    messages.add(new ChatMessage.Assistant(calling.text(), calling.calls()));
    messages.add(new ChatMessage.ToolResult(calling.calls().getFirst().id(), "two tasks", false));
    return say(server, messages, listener, new Cancellation());
  }

  private static JsonObject body(ModelServer server, int request) {
    return object(server.asked().get(request).body());
  }

  private static List<JsonObject> messages(JsonObject body) {
    return body.array("messages").map(JsonArray::objects).orElseThrow();
  }

  @Test
  void aTurnWithAToolKeepsThePublishedRulesAndIsStreamed() throws Exception {
    List<String> streamed = new ArrayList<>();
    try (ModelServer server = ModelServer.streaming(CALL, TEXT)) {
      ChatReply reply = turn(server, streamed::add);

      assertThat(reply.text()).isEqualTo("Two tasks wait.");
      assertThat(streamed).containsExactly("Two ", "tasks wait.");
      assertThat(reply.stop()).isEqualTo(ChatReply.Stop.END);
      assertThat(reply.usage().inputTokens()).hasValue(120);
      assertThat(reply.model()).isEqualTo("m");
      JsonObject body = body(server, 1);
      assertThat(body.bool("stream")).contains(true);
      assertThat(body.integer("max_completion_tokens")).hasValue(777);
      assertThat(body.object("stream_options").flatMap(it -> it.bool("include_usage")))
          .contains(true);
      assertThat(messages(body).stream().map(it -> it.string("role").orElse("")).toList())
          .containsExactly("system", "user", "assistant", "tool");
      assertThat(messages(body).get(2).get("content")).contains(JsonNull.INSTANCE);
      assertThat(server.asked().get(1).body()).doesNotContain("call_abcdefghijklmn");
    }
  }

  @Test
  void idsOfOtherBackendsBecomeIdsThatEveryServiceTakes() throws Exception {
    List<ChatMessage> messages =
        List.of(
            new ChatMessage.User("what waits?"),
            new ChatMessage.Assistant(
                "I look.",
                List.of(
                    new ChatCall("01J9-one", "task_list", JsonObject.empty()),
                    new ChatCall("01J9-two", "task_list", JsonObject.empty()))),
            new ChatMessage.ToolResult("01J9-two", "", true),
            new ChatMessage.ToolResult("01J9-one", "none", false));
    try (ModelServer server = ModelServer.streaming(TEXT)) {
      say(server, messages, ChatListener.NONE, new Cancellation());

      List<JsonObject> sent = messages(body(server, 0));
      List<Optional<String>> called =
          sent.get(2).array("tool_calls").map(JsonArray::objects).orElseThrow().stream()
              .map(call -> call.string("id"))
              .toList();
      assertThat(sent.get(3).string("tool_call_id")).isEqualTo(called.get(1));
      assertThat(sent.get(4).string("tool_call_id")).isEqualTo(called.get(0));
    }
  }

  @Test
  void aTurnWithOllamaSetsTheContextAndWarnsWhenItIsFull() throws Exception {
    settings =
        settings.with("preset", "ollama").with("context_tokens", 40_960).with("keep_alive", "1h");
    List<String> warnings = new ArrayList<>();
    ChatListener listener =
        new ChatListener() {
          @Override
          public void text(String delta) {}

          @Override
          public void warning(String sentence) {
            warnings.add(sentence);
          }
        };
    try (ModelServer server = ModelServer.streaming(OLLAMA_CALL, OLLAMA_TEXT)) {
      ChatReply reply = turn(server, listener);

      assertThat(reply.text()).isEqualTo("Two tasks wait.");
      assertThat(warnings)
          .singleElement()
          .asString()
          .contains("fills the whole context of 40960 tokens", "llm.openai.context_tokens");
      assertThat(server.asked().getFirst().path()).isEqualTo("/api/chat");
      JsonObject body = body(server, 1);
      assertThat(body.string("keep_alive")).contains("1h");
      JsonObject options = body.object("options").orElseThrow();
      assertThat(options.integer("num_ctx")).hasValue(40_960);
      assertThat(options.integer("num_predict")).hasValue(777);
      assertThat(messages(body).getLast().string("tool_name")).contains("task_list");
    }
  }

  @Test
  void aJobOfOllamaIsHeldToItsSchemaAndWarnsInItsNotes() throws Exception {
    settings = settings.with("preset", "ollama").with("context_tokens", 40_960);
    try (ModelServer server = ModelServer.answering(OLLAMA_TEXT)) {
      LlmAnswer answer = ask(server);

      assertThat(answer.output()).isEqualTo("Two tasks wait.");
      assertThat(answer.notes()).contains("fills the whole context");
      assertThat(answer.usage().outputTokens()).hasValue(9);
      JsonObject body = body(server, 0);
      assertThat(body.object("format").flatMap(it -> it.string("type"))).contains("object");
      assertThat(body.bool("stream")).contains(false);
    }
  }

  @Test
  void flockGetsItsKeyInItsOwnHeaderToo() throws Exception {
    settings = settings.with("preset", "flock").with("model", "flock/qwen3");
    try (ModelServer server = ModelServer.streaming(TEXT)) {
      say(server, List.of(new ChatMessage.User("hello")), ChatListener.NONE, new Cancellation());

      assertThat(server.asked().getFirst().headers().getFirst("x-litellm-api-key")).isEqualTo(KEY);
      assertThat(body(server, 0).string("model")).contains("qwen3");
    }
  }

  @Test
  void aCancelledReplyEndsAtOnceThoughTheServiceIsSilent() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    Cancellation cancel = new Cancellation();
    try (ModelServer server =
        ModelServer.that(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              String beginning = TEXT.substring(0, TEXT.indexOf("\n\n") + 2);
              exchange.getResponseBody().write(beginning.getBytes(StandardCharsets.UTF_8));
              exchange.getResponseBody().flush();
              await(over);
            })) {
      List<ChatMessage> messages = List.of(new ChatMessage.User("hello"));

      assertThatThrownBy(() -> say(server, messages, word -> cancel.cancel(), cancel))
          .extracting("kind")
          .isEqualTo(LlmException.Kind.CANCELLED);
      over.countDown();
    }
  }

  @Test
  void aConnectionThatIsCutAtAnyPlaceIsTheServicesFailure() throws Exception {
    for (int end = 0; end < TEXT.indexOf("\"finish_reason\""); end += 7) {
      try (ModelServer server = ModelServer.streaming(TEXT.substring(0, end))) {
        assertThatThrownBy(
                () ->
                    say(
                        server,
                        List.of(new ChatMessage.User("hello")),
                        ChatListener.NONE,
                        new Cancellation()))
            .as("cut at %d", end)
            .extracting("kind")
            .isEqualTo(LlmException.Kind.PROVIDER);
      }
    }
  }

  @Test
  void aPromptThatIsTooLongIsToldFromAWrongSetup() {
    String body =
        "{\"error\": {\"message\": \"This model's maximum context length is 8192 tokens.\"}}";
    try (ModelServer server = ModelServer.answering(400, body, Map.of())) {
      assertThatThrownBy(
              () ->
                  say(
                      server,
                      List.of(new ChatMessage.User("hello")),
                      ChatListener.NONE,
                      new Cancellation()))
          .extracting("kind")
          .isEqualTo(LlmException.Kind.OVERFLOW);
    }
  }

  /** A service that says this, and then leaves the connection open. */
  private static ModelServer open(String said, CountDownLatch over) {
    return ModelServer.that(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(said.getBytes(StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
          await(over);
        });
  }

  private ChatReply said(ModelServer server) throws Exception {
    return say(
        server, List.of(new ChatMessage.User("hello")), ChatListener.NONE, new Cancellation());
  }

  @Test
  @Timeout(30)
  void aReplyEndsWhenTheProtocolSaysSoThoughTheConnectionStaysOpen() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    String reason = TEXT.substring(0, TEXT.indexOf("data: {\"choices\":[]"));
    String all = TEXT.substring(0, TEXT.indexOf("data: [DONE]") + "data: [DONE]\n\n".length());
    for (String text : List.of(reason, all)) {
      try (ModelServer server = open(text, over)) {
        assertThat(said(server).text()).isEqualTo("Two tasks wait.");
      }
    }
    settings = settings.with("preset", "ollama");
    String alone = OLLAMA_TEXT.replace("\"done\":true,", "");
    for (String text : List.of(OLLAMA_TEXT, alone)) {
      try (ModelServer server = open(text, over)) {
        assertThat(said(server).text()).isEqualTo("Two tasks wait.");
      }
    }
    over.countDown();
  }

  @Test
  @Timeout(30)
  void aStreamThatFallsSilentIsGivenUpAndTold() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    settings = settings.with("silence_seconds", 1);
    try (ModelServer server = open(TEXT.substring(0, TEXT.indexOf("\n\n") + 2), over)) {
      assertThatThrownBy(() -> said(server))
          .hasMessageContaining("silent for 1 seconds", "llm.openai.silence_seconds")
          .extracting("kind")
          .isEqualTo(LlmException.Kind.PROVIDER);
    }
    over.countDown();
  }

  @Test
  void ollamaIsAskedForNoMoreThanTheModelHas() throws Exception {
    settings = settings.with("preset", "ollama");
    String description =
        "{\"model_info\":{\"general.architecture\":\"llama\",\"llama.context_length\":8192}}";
    try (ModelServer server =
        ModelServer.streaming(OLLAMA_TEXT.replace("40960", "26")).describing(description)) {
      assertThat(said(server).text()).isEqualTo("Two tasks wait.");

      assertThat(body(server, 0).object("options").flatMap(it -> it.get("num_ctx")).toString())
          .contains("8192");
      assertThat(new OpenAiBackend(Map.of()).contextTokens(Config.at("llm.openai", settings)))
          .hasValue(8_192);
    }
  }

  @Test
  void theWindowThatLlamaCppPutsBesideItsErrorIsInTheMessage() {
    String body =
        "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context size\","
            + "\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":5000,\"n_ctx\":4096}}";
    try (ModelServer server = ModelServer.answering(400, body, Map.of())) {
      assertThatThrownBy(() -> said(server)).hasMessageContaining("n_ctx 4096");
    }
  }
}
