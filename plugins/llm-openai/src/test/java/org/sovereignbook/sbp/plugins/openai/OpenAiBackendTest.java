package org.sovereignbook.sbp.plugins.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;

/** The backend against a service on the loopback, kind, broken and hostile. */
class OpenAiBackendTest extends OpenAiScene {
  private static String choice(String choice) {
    return "{\"choices\": ["
        + choice
        + "], \"usage\": {\"prompt_tokens\": 9, \"completion_tokens\": 4}}";
  }

  @Test
  void aRequestHoldsPromptInputsSchemaAndLimits() throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server);

      assertThat(server.asked()).hasSize(1);
      assertThat(server.asked().getFirst().path()).isEqualTo("/v1/chat/completions");
      assertThat(server.asked().getFirst().headers().getFirst("Authorization"))
          .isEqualTo("Bearer " + KEY);
      JsonObject body = body(server);
      assertThat(body.string("model")).contains("gpt-5-mini");
      assertThat(body.integer("max_completion_tokens")).hasValue(777);
      assertThat(body.bool("stream")).contains(false);
      List<JsonObject> messages = body.array("messages").orElseThrow().objects();
      assertThat(messages.get(0).string("role")).contains("system");
      assertThat(messages.get(0).string("content").orElseThrow())
          .startsWith("You judge.")
          .doesNotContain("{\"items\"");
      assertThat(messages.get(1).string("content").orElseThrow())
          .contains("(DATA written by strangers)\n{\"items\": [1]}");
      JsonObject schema =
          body.object("response_format").flatMap(f -> f.object("json_schema")).orElseThrow();
      assertThat(schema.bool("strict")).contains(true);
      assertThat(JsonWriter.compact(schema)).contains("endorse_identity");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "ethos", "compactor"})
  void everyRoleOfTheNodeKeepsThePublishedRules(String role) throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server, role, Map.of("OPENAI_API_KEY", KEY), Duration.ofSeconds(60));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"team:planner-1", "team:a member with a very long name, longer than 64"})
  void aMembersRoleBecomesANameThatTheServiceTakes(String role) throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      settings = settings.with("base_url", server.baseUrl());
      LlmRequest plain = request("reader", Duration.ofSeconds(60));
      LlmRequest ofMember =
          new LlmRequest(
              role,
              plain.mode(),
              plain.prompt(),
              plain.inputs(),
              plain.output(),
              plain.repair(),
              plain.budget(),
              plain.context());

      assertThat(new OpenAiBackend(Map.of("OPENAI_API_KEY", KEY)).answer(ofMember).output())
          .isNotBlank();
    }
  }

  @Test
  void theAnswerAndWhatItUsedUpAreRead() throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      LlmAnswer answer = ask(server);

      assertThat(answer.output()).isEqualTo("{\"decisions\": []}");
      assertThat(answer.usage().model()).contains("gpt-5-mini-2026");
      assertThat(answer.usage().inputTokens()).hasValue(120);
      assertThat(answer.usage().outputTokens()).hasValue(8);
    }
  }

  @Test
  void itIsReadyWhenTheServiceListsItsModelsToTheKey() throws Exception {
    Map<String, String> withKey = Map.of("OPENAI_API_KEY", KEY);
    String gone;
    try (ModelServer server = ModelServer.answering(200, "{}", Map.of())) {
      assertThat(look(server.baseUrl(), withKey).remedy()).isEmpty();
      assertThat(server.asked().getFirst().path()).isEqualTo("/v1/models");
      gone = server.baseUrl();
    }
    try (ModelServer server = ModelServer.answering(401, "{}", Map.of())) {
      assertThat(look(server.baseUrl(), withKey).remedy()).contains("export OPENAI_API_KEY=KEY");
    }
    assertThat(look(gone, withKey).remedy()).contains("sbp config set llm.openai.base_url URL");
    assertThat(look("https://api.example.com/v1", Map.of()).remedy())
        .contains("export OPENAI_API_KEY=KEY");
    settings = settings.with("model", "");
    assertThat(look("https://api.example.com/v1", withKey).remedy())
        .contains("sbp config set llm.openai.model MODEL");
  }

  @Test
  void noKeyIsAdvisedForAnAddressThatUsesNone() throws Exception {
    settings = settings.with("preset", "ollama");
    try (ModelServer server = ModelServer.answering(403, "{}", Map.of())) {
      Readiness found = look(server.baseUrl(), Map.of());
      assertThat(found.remedy()).contains("sbp config set llm.openai.base_url URL");
      assertThat(found.toString()).doesNotContain("key");
      assertThatThrownBy(() -> ask(server, "reader", Map.of(), Duration.ofSeconds(60)))
          .hasMessageContaining("llm.openai.base_url")
          .hasMessageNotContaining("key");
    }
  }

  @ParameterizedTest
  @CsvSource({"401", "403", "407", "451"})
  void thePageOfAProxyIsNoVerdictOfTheService(int status) {
    LlmException failure =
        failure(
            ModelServer.answering(
                status, "<html>blocked</html>", Map.of("Content-Type", "text/html; charset=x")));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
    assertThat(failure).hasMessageContaining("web page").hasMessageNotContaining("key");
  }

  @Test
  void aRoleThatWritesTextIsNotHeldToJson() throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server, "compactor", Map.of(), Duration.ofSeconds(60));

      assertThat(body(server).has("response_format")).isFalse();
    }
  }

  @Test
  void theAuthorIsToldWhereItsArrayGoes() throws Exception {
    try (ModelServer server = ModelServer.answering(FINE)) {
      ask(server, "author", Map.of(), Duration.ofSeconds(60));

      assertThat(server.asked().getFirst().body()).contains("its one member `pieces`");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, SETUP",
    "401, SETUP",
    "403, SETUP",
    "404, SETUP",
    "422, SETUP",
    "307, SETUP",
    "408, PROVIDER",
    "429, PROVIDER",
    "500, PROVIDER",
    "502, PROVIDER",
    "503, PROVIDER"
  })
  void aStatusSaysWhoCanMendIt(int status, LlmException.Kind kind) {
    LlmException failure =
        failure(
            ModelServer.answering(
                status,
                "{\"error\": {\"message\": \"no\\u001b[31m good: " + KEY + "\"}}",
                Map.of()));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure)
        .hasMessageContaining(Integer.toString(status))
        .hasMessageContaining("good")
        .hasMessageNotContaining(KEY)
        .hasMessageNotContaining("\u001b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 | 30",
        "Tue, 17 Mar 2026 12:06:00 GMT | 60",
        "999999999 | 86400",
        "Tue, 17 Mar 2026 12:00:00 GMT | 0",
        "soon | 0",
        "-5 | 0",
        "99999999999999999999 | 0"
      })
  void theTimeToComeBackIsRead(String header, long seconds) {
    LlmException failure =
        failure(ModelServer.answering(429, "slow down", Map.of("Retry-After", header)));

    assertThat(failure.retryAfter().orElse(Duration.ZERO)).hasSeconds(seconds);
  }

  @Test
  void aRedirectIsNotFollowedWithTheKey() {
    try (ModelServer elsewhere = ModelServer.answering(FINE)) {
      LlmException failure =
          failure(
              ModelServer.answering(
                  307, "", Map.of("Location", elsewhere.baseUrl() + "/chat/completions")));

      assertThat(failure).hasMessageContaining("redirects are not followed");
      assertThat(elsewhere.asked()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"finish_reason\": \"length\", \"message\": {\"content\": \"{\"}} | cut off",
        "{\"finish_reason\": \"content_filter\", \"message\": {\"content\": \"\"}} | filtered",
        "{\"message\": {\"refusal\": \"I would rather not\", \"content\": null}} | refused",
        "{\"message\": {\"content\": \"\"}} | empty",
        "{\"message\": {\"content\": null, \"tool_calls\": [{}]}} | empty",
        "{\"message\": {\"content\": {\"a\": 1}}} | empty"
      })
  void anAnswerThatIsNoneTellsWhyAndWhatItCost(String choice, String why) {
    LlmException failure = failure(ModelServer.answering(choice(choice)));

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.ANSWER);
    assertThat(failure).hasMessageContaining(why);
    assertThat(failure.usage().inputTokens()).hasValue(9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>502</html>",
        "[]",
        "{}",
        "{\"choices\": []}",
        "{\"choices\": 7}",
        "{\"choices\": [{}]}",
        "{\"choices\": [{\"message\": \"x\"}]}",
        "{\"choices\": [], \"choices\": []}"
      })
  void aReplyThatMakesNoSenseIsTheServicesFault(String body) {
    assertThat(failure(ModelServer.answering(body)).kind()).isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void aDeepReplyIsRefused() {
    assertThat(failure(ModelServer.answering("{\"a\":".repeat(100_000))))
        .hasMessageContaining("not JSON");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"prompt_tokens\": -1, \"completion_tokens\": 3}",
        "{\"prompt_tokens\": 1.5, \"completion_tokens\": 3}",
        "{\"prompt_tokens\": \"many\", \"completion_tokens\": 3}",
        "7",
        "null"
      })
  void aUsageThatMakesNoSenseCountsAsNotTold(String usage) throws Exception {
    String reply =
        "{\"choices\": [{\"message\": {\"content\": \"fine\"}}], \"usage\": " + usage + "}";
    try (ModelServer server = ModelServer.answering(reply)) {
      assertThat(ask(server).usage().inputTokens()).isEmpty();
    }
  }

  @Test
  void thoughtsBeforeTheAnswerAreLeftOut() throws Exception {
    String reply =
        choice("{\"message\": {\"content\": \"<think>\\nhm {}\\n</think>\\n\\n{\\\"a\\\": 1}\"}}");
    try (ModelServer server = ModelServer.answering(reply)) {
      assertThat(ask(server).text().strip()).isEqualTo("{\"a\": 1}");
    }
  }

  @Test
  void anAnswerInPartsIsPutTogether() throws Exception {
    String reply =
        choice(
            "{\"message\": {\"content\": [{\"type\": \"text\", \"text\": \"{\\\"a\\\"\"},"
                + " {\"type\": \"other\"}, {\"type\": \"text\", \"text\": \": 1}\"}]}}");
    try (ModelServer server = ModelServer.answering(reply)) {
      assertThat(ask(server).output()).isEqualTo("{\"a\": 1}");
    }
  }

  @Test
  void aReplyWithoutEndIsCutOff() {
    ModelServer server =
        ModelServer.that(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              byte[] megabyte = new byte[1024 * 1024];
              for (int i = 0; i < 64; i++) {
                exchange.getResponseBody().write(megabyte);
              }
            });

    LlmException failure = failure(server);

    assertThat(failure.kind()).isEqualTo(LlmException.Kind.PROVIDER);
    assertThat(failure).hasMessageContaining("more than " + HttpStream.MAX_REPLY_BYTES);
  }

  @Test
  void aServiceThatTricklesItsReplyIsOutOfTime() {
    CountDownLatch over = new CountDownLatch(1);
    try (ModelServer server =
        ModelServer.that(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().write(' ');
              exchange.getResponseBody().flush();
              await(over);
            })) {
      assertThatThrownBy(() -> ask(server, "reader", Map.of(), Duration.ofMillis(300)))
          .hasMessageContaining("no whole answer within")
          .extracting("kind")
          .isEqualTo(LlmException.Kind.PROVIDER);
      over.countDown();
    }
  }

  @Test
  void anInterruptedCallEndsAtOnce() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (ModelServer server =
        ModelServer.that(
            exchange -> {
              asked.countDown();
              await(over);
            })) {
      FutureTask<Boolean> call =
          new FutureTask<>(
              () -> {
                assertThatThrownBy(() -> ask(server)).isInstanceOf(InterruptedException.class);
                return true;
              });
      Thread thread = Thread.ofPlatform().start(call);
      asked.await();

      thread.interrupt();

      assertThat(call.get()).isTrue();
      over.countDown();
    }
  }

  @Test
  void aServiceThatIsNotThereIsTheServicesFault() throws IOException {
    // Bound but not listening, so that nobody else gets the port in the meantime.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      settings = settings.with("base_url", "http://127.0.0.1:" + taken.getLocalPort() + "/v1");

      assertThatThrownBy(
              () -> new OpenAiBackend(Map.of()).answer(request("reader", Duration.ofSeconds(60))))
          .hasMessageContaining("cannot be reached")
          .extracting("kind")
          .isEqualTo(LlmException.Kind.PROVIDER);
    }
  }
}
