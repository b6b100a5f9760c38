package org.sovereignbook.sbp.plugins.openai;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.testkit.LlmBackendContract;

/** What every backend has to do, with a service on the loopback that knows the three roles. */
class OpenAiContractTest extends LlmBackendContract {
  private final ModelServer server =
      ModelServer.replying(
          request -> {
            if (request.contains("\"name\":\"reader\"")) {
              return completion("{\"decisions\": [], \"session_notes\": \"quiet\"}");
            }
            return request.contains("\"name\":\"author\"")
                ? completion("{\"pieces\": [{\"title\": \"T\", \"body\": \"B\", \"tags\": []}]}")
                : completion("# Session log, condensed\n\nNothing.\n\n[[newest lines]]\n");
          });

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  protected LlmBackend backend() {
    return new OpenAiBackend(Map.of());
  }

  @Override
  protected JsonObject settings() {
    return JsonObject.builder().put("base_url", server.baseUrl()).put("model", "m").build();
  }

  private static String completion(String content) {
    return JsonWriter.compact(
        JsonObject.builder()
            .put(
                "choices",
                JsonArray.of(
                    JsonObject.builder()
                        .put("message", JsonObject.builder().put("content", content).build())
                        .build()))
            .build());
  }
}
