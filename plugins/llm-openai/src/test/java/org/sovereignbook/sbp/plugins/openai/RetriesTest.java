package org.sovereignbook.sbp.plugins.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.ConfigException;

/** Requests to FLock: in which header the key is, and when they are sent again. */
class RetriesTest extends OpenAiScene {
  private final List<Duration> waits = new ArrayList<>();

  private LlmAnswer flock(ModelServer server) throws LlmException, InterruptedException {
    settings = JsonObject.builder().put("preset", "flock").put("model", "flock/qwen3").build();
    return ask(server, settings);
  }

  private LlmAnswer ask(ModelServer server, JsonObject with)
      throws LlmException, InterruptedException {
    settings = with.with("base_url", server.baseUrl());
    return new OpenAiBackend(
            Map.of("FLOCK_API_KEY", KEY, "OPENAI_API_KEY", KEY), (delay, _) -> waits.add(delay))
        .answer(request("reader", Duration.ofSeconds(60)));
  }

  private static ModelServer failing(int times, int status) {
    AtomicInteger left = new AtomicInteger(times);
    return ModelServer.that(
        exchange -> {
          byte[] bytes = FINE.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(left.getAndDecrement() > 0 ? status : 200, bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void aBusyServiceIsAskedAgainAfterGrowingPauses(int status) throws Exception {
    try (ModelServer server = failing(3, status)) {
      assertThat(flock(server).output()).isEqualTo("{\"decisions\": []}");

      assertThat(server.asked()).hasSize(4);
      assertThat(waits).hasSize(3);
      assertThat(waits.get(0)).isBetween(Duration.ofMillis(500), Duration.ofMillis(1_500));
      assertThat(waits.get(2)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(6));
    }
  }

  @Test
  void afterThreeRepetitionsItIsAFailure() {
    try (ModelServer server = failing(9, 503)) {
      assertThatThrownBy(() -> flock(server))
          .isInstanceOf(LlmException.class)
          .extracting("kind")
          .isEqualTo(LlmException.Kind.PROVIDER);
      assertThat(server.asked()).hasSize(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 413})
  void aRefusalIsNotRepeated(int status) {
    try (ModelServer server = failing(9, status)) {
      assertThatThrownBy(() -> flock(server)).isInstanceOf(LlmException.class);
      assertThat(server.asked()).hasSize(1);
      assertThat(waits).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"20, 2", "31, 1", "3600, 1"})
  void aShortWishToWaitIsHonouredAndALongOneEndsTheCall(String seconds, int asked) {
    try (ModelServer server = ModelServer.answering(429, "{}", Map.of("Retry-After", seconds))) {
      settings = JsonObject.builder().put("model", "m").put("retries", 1).build();
      assertThatThrownBy(() -> ask(server, settings)).isInstanceOf(LlmException.class);
      assertThat(server.asked()).hasSize(asked);
      assertThat(waits).allMatch(Duration.ofSeconds(20)::equals);
    }
  }

  @Test
  void otherServicesAreAskedOnceUnlessTheOperatorWantsMore() {
    try (ModelServer server = failing(9, 503)) {
      JsonObject plain = JsonObject.builder().put("model", "m").build();
      assertThatThrownBy(() -> ask(server, plain)).isInstanceOf(LlmException.class);
      assertThat(server.asked()).hasSize(1);
    }
  }

  @Test
  void aCancelledTurnDoesNotWait() {
    Cancellation cancel = new Cancellation();
    cancel.cancel();

    assertThatThrownBy(() -> Retries.sleep(Duration.ofHours(1), cancel))
        .extracting("kind")
        .isEqualTo(LlmException.Kind.CANCELLED);
  }

  @Test
  void flockGetsItsModelWithoutThePrefixAndTheKeyInBothHeaders() throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      LlmAnswer _ = flock(server);

      assertThat(body(server).string("model")).contains("qwen3");
      assertThat(server.asked().getFirst().headers().getFirst("Authorization"))
          .isEqualTo("Bearer " + KEY);
      assertThat(server.asked().getFirst().headers().getFirst("x-litellm-api-key")).isEqualTo(KEY);
    }
  }

  @ParameterizedTest
  @CsvSource({"x-api-key, ''", "authorization, 'Bearer '"})
  void theHeaderOfTheKeyIsTheOperatorsChoice(String name, String before) throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      LlmAnswer _ =
          ask(
              server,
              JsonObject.builder()
                  .put("preset", "flock")
                  .put("model", "m")
                  .put("key_header", name)
                  .build());

      assertThat(server.asked().getFirst().headers().getFirst(name)).isEqualTo(before + KEY);
      assertThat(server.asked().getFirst().headers().values().stream().flatMap(List::stream))
          .filteredOn(value -> value.contains(KEY))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Host", "content-length", "two words", ""})
  void aHeaderThatCannotCarryAKeyIsRefused(String name) {
    settings = JsonObject.builder().put("model", "m").put("key_header", name).build();

    assertThatThrownBy(
            () ->
                new OpenAiBackend(Map.of("OPENAI_API_KEY", KEY))
                    .answer(request("reader", Duration.ofSeconds(1))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("key_header");
  }
}
