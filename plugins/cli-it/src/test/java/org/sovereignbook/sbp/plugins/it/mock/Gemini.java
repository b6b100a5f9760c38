package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** The Gemini API. */
final class Gemini implements Dialect {

  @Override
  public boolean takes(String path) {
    return path.endsWith(":generateContent") || path.endsWith(":streamGenerateContent");
  }

  @Override
  public boolean streams(String path, JsonObject request) {
    return path.endsWith(":streamGenerateContent");
  }

  @Override
  public List<String> tools(JsonObject request) {
    return Json.objects(request, "tools")
        .flatMap(tool -> Json.objects(tool, "functionDeclarations"))
        .flatMap(declared -> declared.string("name").stream())
        .toList();
  }

  @Override
  public int calls(JsonObject request) {
    return (int) parts(request).filter(part -> part.has("functionCall")).count();
  }

  @Override
  public List<String> toolResults(JsonObject request) {
    return parts(request)
        .flatMap(part -> part.object("functionResponse").stream())
        .map(JsonWriter::compact)
        .toList();
  }

  private static Stream<JsonObject> parts(JsonObject request) {
    return Json.objects(request, "contents").flatMap(content -> Json.objects(content, "parts"));
  }

  @Override
  public JsonObject whole(Reply.Say say) {
    return response(Json.of("text", say.text()));
  }

  @Override
  public JsonObject whole(Reply.Call call, int turn) {
    JsonObject function =
        Json.of("id", "call_" + turn).with("name", call.tool()).with("args", call.input());
    return response(Json.of("functionCall", function));
  }

  /** One event may hold a whole response. */
  @Override
  public String events(Reply.Say say) {
    return Json.event(whole(say));
  }

  @Override
  public String events(Reply.Call call, int turn) {
    return Json.event(whole(call, turn));
  }

  @Override
  public String firstEvent() {
    JsonObject content = Json.of("role", "model").with("parts", Json.list(Json.of("text", "I ")));
    return Json.event(
        Json.of("candidates", Json.list(Json.of("content", content).with("index", 0))));
  }

  @Override
  public JsonObject error(Reply.Fail fail) {
    String status =
        switch (fail.status()) {
          case 400 -> "INVALID_ARGUMENT";
          case 401 -> "UNAUTHENTICATED";
          case 403 -> "PERMISSION_DENIED";
          case 429 -> "RESOURCE_EXHAUSTED";
          default -> "INTERNAL";
        };
    return Json.of(
        "error",
        JsonObject.builder()
            .put("code", fail.status())
            .put("message", fail.message())
            .put("status", status)
            .build());
  }

  private static JsonObject response(JsonObject part) {
    JsonObject content = Json.of("role", "model").with("parts", Json.list(part));
    JsonObject usage =
        JsonObject.builder()
            .put("promptTokenCount", INPUT_TOKENS)
            .put("candidatesTokenCount", OUTPUT_TOKENS)
            .put("totalTokenCount", INPUT_TOKENS + OUTPUT_TOKENS)
            .build();
    JsonObject candidate =
        Json.of("content", content).with("finishReason", "STOP").with("index", 0);
    return Json.of("candidates", Json.list(candidate))
        .with("usageMetadata", usage)
        .with("modelVersion", "gemini-mock");
  }
}
