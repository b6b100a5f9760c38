package org.sovereignbook.sbp.plugins.openai;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.PromptAssembly;

/** The body of a request: the operator's prompt for the system, everything else from the user. */
final class ChatRequest {
  private ChatRequest() {}

  static JsonObject of(LlmRequest request, OpenAiSettings settings, PromptAssembly prompt) {
    JsonObject.Builder body =
        JsonObject.builder()
            .put("model", settings.model())
            .put(
                "messages",
                JsonArray.of(
                    message("system", prompt.instructions()),
                    message(
                        "user",
                        prompt.data() + "\n" + prompt.reminder() + hint(request, settings))))
            .put(settings.maxTokensMember(), request.budget().maxOutputTokens())
            .put("stream", false);
    format(request, settings).ifPresent(format -> body.put("response_format", format));
    settings.request().members().forEach(body::put);
    return body.build();
  }

  /**
   * Returns a hint for the author's prompt, which asks for an array: no response format allows one
   * at the top.
   */
  private static String hint(LlmRequest request, OpenAiSettings settings) {
    return request.role().equals("author") && format(request, settings).isPresent()
        ? "Put the array into an object, as its one member `pieces`.\n"
        : "";
  }

  private static JsonObject message(String role, String text) {
    return JsonObject.builder().put("role", role).put("content", text).build();
  }

  /** Returns the response format; empty for a role whose output is text. */
  private static Optional<JsonObject> format(LlmRequest request, OpenAiSettings settings) {
    return request
        .output()
        .schema()
        .flatMap(
            schema ->
                switch (settings.responseFormat()) {
                  case NONE -> Optional.<JsonObject>empty();
                  case JSON_OBJECT ->
                      Optional.of(JsonObject.builder().put("type", "json_object").build());
                  case JSON_SCHEMA ->
                      Optional.of(
                          JsonObject.builder()
                              .put("type", "json_schema")
                              .put(
                                  "json_schema",
                                  JsonObject.builder()
                                      .put("name", request.providerName())
                                      .put("strict", true)
                                      .put("schema", schema)
                                      .build())
                              .build());
                });
  }
}
