package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** The responses of OpenAI, which are always streamed here. */
final class OpenAiResponses implements Dialect {

  @Override
  public boolean takes(String path) {
    return path.endsWith("/responses");
  }

  @Override
  public boolean streams(String path, JsonObject request) {
    return true;
  }

  /** Those of a namespace, such as a server's, follow its name. */
  @Override
  public List<String> tools(JsonObject request) {
    return Json.objects(request, "tools")
        .flatMap(
            tool ->
                Stream.concat(
                    tool.string("name").stream(),
                    Json.objects(tool, "tools").flatMap(below -> below.string("name").stream())))
        .toList();
  }

  @Override
  public int calls(JsonObject request) {
    return (int) items(request, "function_call").count();
  }

  @Override
  public List<String> toolResults(JsonObject request) {
    return items(request, "function_call_output").map(JsonWriter::compact).toList();
  }

  private static Stream<JsonObject> items(JsonObject request, String type) {
    return Json.objects(request, "input")
        .filter(item -> item.string("type").orElse("").equals(type));
  }

  @Override
  public JsonObject whole(Reply.Say say) {
    return response("completed", Json.list(message(say)));
  }

  @Override
  public JsonObject whole(Reply.Call call, int turn) {
    return response("completed", Json.list(item(call, turn)));
  }

  @Override
  public String events(Reply.Say say) {
    return events(message(say));
  }

  @Override
  public String events(Reply.Call call, int turn) {
    return events(item(call, turn));
  }

  private static String events(JsonObject item) {
    JsonObject place = Json.of("item", item).with("output_index", 0);
    return event("response.created", Json.of("response", response("in_progress", JsonArray.of())))
        + event("response.output_item.added", place)
        + event("response.output_item.done", place)
        + event("response.completed", Json.of("response", response("completed", Json.list(item))));
  }

  @Override
  public String firstEvent() {
    return event("response.created", Json.of("response", response("in_progress", JsonArray.of())));
  }

  @Override
  public JsonObject error(Reply.Fail fail) {
    return Json.of("error", Json.of("message", fail.message()));
  }

  private static String event(String type, JsonObject data) {
    return "event: " + type + "\n" + Json.event(data.with("type", type));
  }

  private static JsonObject message(Reply.Say say) {
    JsonObject text = Json.of("type", "output_text").with("text", say.text());
    return Json.of("type", "message")
        .with("id", "m1")
        .with("role", "assistant")
        .with("content", Json.list(text));
  }

  /** A tool of a namespace is called by both names, which one reply has with a slash between. */
  private static JsonObject item(Reply.Call call, int turn) {
    int slash = call.tool().indexOf('/');
    JsonObject item =
        Json.of("type", "function_call")
            .with("id", "f" + turn)
            .with("call_id", "call_" + turn)
            .with("name", call.tool().substring(slash + 1))
            .with("arguments", JsonWriter.compact(call.input()));
    return slash < 0 ? item : item.with("namespace", call.tool().substring(0, slash));
  }

  private static JsonObject response(String status, JsonArray output) {
    JsonObject usage =
        JsonObject.builder()
            .put("input_tokens", INPUT_TOKENS)
            .put("output_tokens", OUTPUT_TOKENS)
            .put("total_tokens", INPUT_TOKENS + OUTPUT_TOKENS)
            .build();
    return Json.of("id", "r1")
        .with("object", "response")
        .with("status", status)
        .with("output", output)
        .with("usage", usage);
  }
}
