package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** The OpenAI-compatible chat completions. */
final class OpenAiChat implements Dialect {

  @Override
  public boolean takes(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  public boolean streams(String path, JsonObject request) {
    return request.bool("stream").orElse(false);
  }

  @Override
  public List<String> tools(JsonObject request) {
    return Json.objects(request, "tools")
        .flatMap(tool -> tool.object("function").stream())
        .flatMap(function -> function.string("name").stream())
        .toList();
  }

  @Override
  public int calls(JsonObject request) {
    return (int)
        Json.objects(request, "messages")
            .flatMap(message -> Json.objects(message, "tool_calls"))
            .count();
  }

  @Override
  public List<String> toolResults(JsonObject request) {
    return Json.objects(request, "messages")
        .filter(message -> message.string("role").orElse("").equals("tool"))
        .map(JsonWriter::compact)
        .toList();
  }

  @Override
  public JsonObject whole(Reply.Say say) {
    return completion(
        "chat.completion",
        "message",
        Json.of("role", "assistant").with("content", say.text()),
        new JsonString("stop"));
  }

  @Override
  public JsonObject whole(Reply.Call call, int turn) {
    return completion(
        "chat.completion",
        "message",
        Json.of("role", "assistant").with("tool_calls", Json.list(toolCall(call, turn))),
        new JsonString("tool_calls"));
  }

  @Override
  public String events(Reply.Say say) {
    return firstEvent() + chunk(Json.of("content", say.text()), JsonNull.INSTANCE) + end("stop");
  }

  @Override
  public String events(Reply.Call call, int turn) {
    JsonObject delta = Json.of("tool_calls", Json.list(toolCall(call, turn).with("index", 0)));
    return firstEvent() + chunk(delta, JsonNull.INSTANCE) + end("tool_calls");
  }

  @Override
  public String firstEvent() {
    return chunk(Json.of("role", "assistant").with("content", ""), JsonNull.INSTANCE);
  }

  @Override
  public JsonObject error(Reply.Fail fail) {
    return Json.of(
        "error", Json.of("message", fail.message()).with("type", "error_" + fail.status()));
  }

  private static JsonObject toolCall(Reply.Call call, int turn) {
    JsonObject function =
        Json.of("name", call.tool()).with("arguments", JsonWriter.compact(call.input()));
    return Json.of("id", "call_" + turn).with("type", "function").with("function", function);
  }

  private static String end(String reason) {
    JsonObject usage = Json.of("id", "c1").with("object", "chat.completion.chunk");
    return chunk(JsonObject.empty(), new JsonString(reason))
        + Json.event(
            usage
                .with("created", 1)
                .with("model", "mock-model")
                .with("choices", JsonArray.of())
                .with("usage", usage()))
        + "data: [DONE]\n\n";
  }

  private static String chunk(JsonObject delta, JsonValue finish) {
    return Json.event(completion("chat.completion.chunk", "delta", delta, finish).without("usage"));
  }

  private static JsonObject completion(
      String object, String part, JsonObject content, JsonValue finish) {
    JsonObject choice =
        JsonObject.builder()
            .put("index", 0)
            .put(part, content)
            .put("finish_reason", finish)
            .build();
    return Json.of("id", "c1")
        .with("object", object)
        .with("created", 1)
        .with("model", "mock-model")
        .with("choices", Json.list(choice))
        .with("usage", usage());
  }

  private static JsonObject usage() {
    return JsonObject.builder()
        .put("prompt_tokens", INPUT_TOKENS)
        .put("completion_tokens", OUTPUT_TOKENS)
        .put("total_tokens", INPUT_TOKENS + OUTPUT_TOKENS)
        .build();
  }
}
