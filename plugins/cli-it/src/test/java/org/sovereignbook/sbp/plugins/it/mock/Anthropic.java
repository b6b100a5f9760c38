package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** The Messages API. */
final class Anthropic implements Dialect {

  @Override
  public boolean takes(String path) {
    return path.endsWith("/v1/messages");
  }

  @Override
  public boolean streams(String path, JsonObject request) {
    return request.bool("stream").orElse(false);
  }

  @Override
  public List<String> tools(JsonObject request) {
    return Json.objects(request, "tools").flatMap(tool -> tool.string("name").stream()).toList();
  }

  @Override
  public int calls(JsonObject request) {
    return (int) blocks(request, "tool_use").count();
  }

  @Override
  public List<String> toolResults(JsonObject request) {
    return blocks(request, "tool_result").map(JsonWriter::compact).toList();
  }

  private static Stream<JsonObject> blocks(JsonObject request, String type) {
    return Json.objects(request, "messages")
        .flatMap(message -> Json.objects(message, "content"))
        .filter(block -> block.string("type").orElse("").equals(type));
  }

  @Override
  public JsonObject whole(Reply.Say say) {
    return message(
        Json.list(Json.of("type", "text").with("text", say.text())), "end_turn", OUTPUT_TOKENS);
  }

  @Override
  public JsonObject whole(Reply.Call call, int turn) {
    return message(
        Json.list(toolUse(call, turn).with("input", call.input())), "tool_use", OUTPUT_TOKENS);
  }

  @Override
  public String events(Reply.Say say) {
    return stream(
        Json.of("type", "text").with("text", ""),
        Json.of("type", "text_delta").with("text", say.text()),
        "end_turn");
  }

  @Override
  public String events(Reply.Call call, int turn) {
    return stream(
        toolUse(call, turn),
        Json.of("type", "input_json_delta").with("partial_json", JsonWriter.compact(call.input())),
        "tool_use");
  }

  @Override
  public String firstEvent() {
    JsonObject message =
        message(JsonArray.of(), "end_turn", 1).with("stop_reason", JsonNull.INSTANCE);
    return event(Json.of("type", "message_start").with("message", message));
  }

  @Override
  public JsonObject error(Reply.Fail fail) {
    String type =
        switch (fail.status()) {
          case 401 -> "authentication_error";
          case 429 -> "rate_limit_error";
          case 529 -> "overloaded_error";
          default -> fail.status() < 500 ? "invalid_request_error" : "api_error";
        };
    return Json.of("type", "error")
        .with("error", Json.of("type", type).with("message", fail.message()));
  }

  private static JsonObject toolUse(Reply.Call call, int turn) {
    return Json.of("type", "tool_use")
        .with("id", "toolu_" + turn)
        .with("name", call.tool())
        .with("input", JsonObject.empty());
  }

  private static JsonObject message(JsonArray content, String stop, int outputTokens) {
    return Json.of("id", "msg_1")
        .with("type", "message")
        .with("role", "assistant")
        .with("model", "claude-mock")
        .with("content", content)
        .with("stop_reason", stop)
        .with("stop_sequence", JsonNull.INSTANCE)
        .with("usage", usage(outputTokens));
  }

  private static JsonObject usage(int outputTokens) {
    return JsonObject.builder()
        .put("input_tokens", INPUT_TOKENS)
        .put("output_tokens", outputTokens)
        .build();
  }

  private String stream(JsonObject block, JsonObject delta, String stop) {
    JsonObject stopped = Json.of("stop_reason", stop).with("stop_sequence", JsonNull.INSTANCE);
    return firstEvent()
        + event(
            Json.of("type", "content_block_start").with("index", 0).with("content_block", block))
        + event(Json.of("type", "content_block_delta").with("index", 0).with("delta", delta))
        + event(Json.of("type", "content_block_stop").with("index", 0))
        + event(
            Json.of("type", "message_delta")
                .with("delta", stopped)
                .with("usage", usage(OUTPUT_TOKENS)))
        + event(Json.of("type", "message_stop"));
  }

  private static String event(JsonObject data) {
    return "event: " + data.string("type").orElseThrow() + "\n" + Json.event(data);
  }
}
