package org.sovereignbook.sbp.plugins.openai;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ChatTool;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.PromptAssembly;

/** Body of a request: of one job, or of a conversation; in OpenAI's format or in Ollama's own. */
final class CompletionRequest {
  /** Text in place of an empty one, which many services refuse. */
  private static final String NOTHING = "(empty)";

  private final OpenAiSettings settings;

  CompletionRequest(OpenAiSettings settings) {
    this.settings = settings;
  }

  /** Returns the body for a job: the operator's prompt for the system, all else from the user. */
  JsonObject ofJob(LlmRequest request) {
    PromptAssembly prompt = PromptAssembly.of(request);
    String said = prompt.data() + "\n" + prompt.reminder() + hint(request);
    JsonObject.Builder body =
        body(
            List.of(message("system", prompt.instructions()), message("user", said)),
            request.budget(),
            false);
    format(request)
        .ifPresent(format -> body.put(settings.isOllama() ? "format" : "response_format", format));
    settings.request().members().forEach(body::put);
    return body.build();
  }

  /** Returns the body for the next message of a conversation, as a stream. */
  JsonObject ofConversation(ChatRequest request) {
    List<JsonValue> messages = new ArrayList<>();
    if (!request.system().isBlank()) {
      messages.add(message("system", request.system()));
    }
    for (ChatMessage message : request.messages()) {
      messages.add(message(message, request.messages()));
    }
    JsonObject.Builder body = body(messages, request.budget(), true);
    if (!settings.isOllama()) {
      body.put("stream_options", JsonObject.builder().put("include_usage", true).build());
    }
    if (!request.tools().isEmpty()) {
      body.put("tools", new JsonArray(request.tools().stream().map(this::tool).toList()));
    }
    settings.request().members().forEach(body::put);
    return body.build();
  }

  private JsonObject.Builder body(
      List<? extends JsonValue> messages, LlmRequest.Budget budget, boolean stream) {
    JsonObject.Builder body =
        JsonObject.builder()
            .put("model", settings.model())
            .put("messages", new JsonArray(List.copyOf(messages)))
            .put("stream", stream);
    if (!settings.isOllama()) {
      return body.put(settings.maxTokensMember(), budget.maxOutputTokens());
    }
    return body.put("keep_alive", settings.keepAlive())
        .put(
            "options",
            JsonObject.builder()
                .put("num_ctx", settings.contextTokens().orElseThrow())
                .put(settings.maxTokensMember(), budget.maxOutputTokens())
                .build());
  }

  private JsonValue tool(ChatTool tool) {
    return JsonObject.builder()
        .put("type", "function")
        .put(
            "function",
            JsonObject.builder()
                .put("name", tool.name())
                .put("description", tool.description())
                .put("parameters", tool.schema())
                .build())
        .build();
  }

  private JsonObject message(ChatMessage message, List<ChatMessage> all) {
    return switch (message) {
      case ChatMessage.User(String text) -> message("user", text);
      case ChatMessage.Assistant(String text, List<ChatCall> calls) -> assistant(text, calls);
      case ChatMessage.ToolResult(String id, String text, boolean _) ->
          settings.isOllama()
              ? message("tool", text).with("tool_name", toolOf(id, all))
              : message("tool", text).with("tool_call_id", CallIds.forService(id));
    };
  }

  private JsonObject assistant(String text, List<ChatCall> calls) {
    JsonObject said = message("assistant", text);
    if (calls.isEmpty()) {
      return said;
    }
    List<JsonValue> made = new ArrayList<>();
    for (ChatCall call : calls) {
      JsonObject.Builder function = JsonObject.builder().put("name", call.name());
      JsonObject.Builder one = JsonObject.builder();
      if (settings.isOllama()) {
        function.put("arguments", call.arguments());
      } else {
        function.put("arguments", JsonWriter.compact(call.arguments()));
        one.put("id", CallIds.forService(call.id())).put("type", "function");
      }
      made.add(one.put("function", function.build()).build());
    }
    return said.with("content", beside(text)).with("tool_calls", new JsonArray(made));
  }

  /** Returns the content beside calls, which may be missing. */
  private JsonValue beside(String text) {
    if (!text.isBlank()) {
      return new JsonString(text);
    }
    return settings.isOllama() ? new JsonString("") : JsonNull.INSTANCE;
  }

  private static String toolOf(String id, List<ChatMessage> all) {
    return all.stream()
        .flatMap(
            message ->
                message instanceof ChatMessage.Assistant(String _, List<ChatCall> calls)
                    ? calls.stream()
                    : java.util.stream.Stream.empty())
        .filter(call -> call.id().equals(id))
        .map(ChatCall::name)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns a hint for the author's prompt, which asks for an array: no response format allows one
   * at the top.
   */
  private String hint(LlmRequest request) {
    return request.role().equals("author") && format(request).isPresent()
        ? "Put the array into an object, as its one member `pieces`.\n"
        : "";
  }

  private static JsonObject message(String role, String text) {
    return JsonObject.builder()
        .put("role", role)
        .put("content", text.isBlank() ? NOTHING : text)
        .build();
  }

  /** Returns the response format; empty for a role whose output is text. */
  private Optional<JsonValue> format(LlmRequest request) {
    return request
        .output()
        .schema()
        .flatMap(
            schema ->
                switch (settings.responseFormat()) {
                  case NONE -> Optional.<JsonValue>empty();
                  case JSON_OBJECT ->
                      Optional.of(
                          settings.isOllama()
                              ? new JsonString("json")
                              : JsonObject.builder().put("type", "json_object").build());
                  case JSON_SCHEMA ->
                      Optional.of(settings.isOllama() ? schema : strict(request, schema));
                });
  }

  private static JsonObject strict(LlmRequest request, JsonObject schema) {
    return JsonObject.builder()
        .put("type", "json_schema")
        .put(
            "json_schema",
            JsonObject.builder()
                .put("name", request.providerName())
                .put("strict", true)
                .put("schema", schema)
                .build())
        .build();
  }
}
