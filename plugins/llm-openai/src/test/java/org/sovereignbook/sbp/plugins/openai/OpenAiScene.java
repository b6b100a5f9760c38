package org.sovereignbook.sbp.plugins.openai;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/** A node that asks a service with the interface of OpenAI, which a test makes. */
abstract class OpenAiScene {
  static final String KEY = "sk-proj-0123456789";
  static final Instant NOON = Instant.parse("2026-03-17T12:05:00Z");
  static final String FINE =
      """
      {"id": "c1", "object": "chat.completion", "model": "gpt-5-mini-2026",
       "choices": [{"index": 0, "finish_reason": "stop",
                    "message": {"role": "assistant", "content": "{\\"decisions\\": []}"}}],
       "usage": {"prompt_tokens": 120, "completion_tokens": 8, "total_tokens": 128}}
      """;

  @TempDir Path folder;
  Node node;
  JsonObject settings;

  @BeforeEach
  void prepare() {
    node = new Node(new NodeHome(folder), LocalDisk.unsynced(), () -> NOON, new SecureRandom());
    settings = JsonObject.builder().put("model", "gpt-5-mini").build();
  }

  LlmRequest request(String role, Duration timeout) {
    return new LlmRequest(
        role,
        LlmRequest.Mode.ANSWER,
        "You judge.",
        List.of(new LlmRequest.Input("operational/inbox-digest.json", "{\"items\": [1]}", true)),
        BuiltinJobs.of(role).output(),
        Optional.empty(),
        new LlmRequest.Budget(777, Optional.empty(), timeout),
        new LlmRequest.Context(
            Config.at("llm.openai", settings),
            node.clock(),
            node.random(),
            folder,
            node::identity));
  }

  LlmAnswer ask(ModelServer server) throws LlmException, InterruptedException {
    return ask(server, "reader", Map.of("OPENAI_API_KEY", KEY), Duration.ofSeconds(60));
  }

  LlmAnswer ask(ModelServer server, String role, Map<String, String> environment, Duration timeout)
      throws LlmException, InterruptedException {
    settings = settings.with("base_url", server.baseUrl());
    return new OpenAiBackend(environment).answer(request(role, timeout));
  }

  LlmException failure(ModelServer server) {
    try (server) {
      LlmAnswer answer = ask(server);
      throw new AssertionError("it answered " + answer);
    } catch (LlmException e) {
      return e;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static JsonObject body(ModelServer server) throws Exception {
    byte[] body = server.asked().getFirst().body().getBytes(StandardCharsets.UTF_8);
    return (JsonObject) JsonReader.file(body);
  }

  Readiness look(String baseUrl, Map<String, String> environment) throws InterruptedException {
    settings = settings.with("base_url", baseUrl);
    return new OpenAiBackend(environment)
        .readiness(request("reader", Duration.ofSeconds(60)).context());
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
