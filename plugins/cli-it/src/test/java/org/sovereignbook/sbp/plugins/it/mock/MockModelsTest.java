package org.sovereignbook.sbp.plugins.it.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;

/** The mock itself: a proof is worth no more than what it is made with. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MockModelsTest {
  private static final String ANTHROPIC = "/v1/messages?beta=true";
  private static final String GEMINI = "/v1beta/models/m:streamGenerateContent?alt=sse";
  private static final String CHAT = "/v1/chat/completions";

  private MockModels models;
  private HttpClient client;

  @BeforeAll
  void start() {
    models = MockModels.start();
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  void stop() {
    client.close();
    models.close();
  }

  @Test
  void saysTheSameInThreeDialects() throws Exception {
    URI base = models.scenario("says", Script.always(new Reply.Say("hello"))).base();

    assertThat(post(base, ANTHROPIC, "{\"stream\":true}").body())
        .contains("event: message_start\n", "\"text\":\"hello\"", "event: message_stop\n");
    assertThat(post(base, ANTHROPIC, "{}").body()).startsWith("{\"id\":").contains("hello");
    assertThat(post(base, GEMINI, "{}").body()).startsWith("data: {").contains("\"hello\"");
    assertThat(post(base, CHAT, "{\"stream\":true}").body())
        .contains("\"content\":\"hello\"")
        .endsWith("data: [DONE]\n\n");
  }

  @Test
  void knowsFromTheHistoryAloneHowFarItIs() throws Exception {
    JsonObject input = Json.of("path", "x");
    URI base =
        models
            .scenario(
                "turns",
                Script.turns(new Reply.Call("read", input), new Reply.Call("write", input)))
            .base();
    String first = "{\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]}";
    String second =
        "{\"messages\":[{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"1\"}]}]}";

    assertThat(post(base, ANTHROPIC, first).body()).contains("\"name\":\"read\"");
    assertThat(post(base, ANTHROPIC, second).body()).contains("\"name\":\"write\"");
    assertThat(post(base, ANTHROPIC, first).body()).contains("\"name\":\"read\"");
    assertThat(
            post(base, CHAT, "{\"messages\":[{\"tool_calls\":[{\"id\":\"1\"},{\"id\":\"2\"}]}]}")
                .body())
        .contains("done");
    assertThat(post(base, GEMINI, "{\"contents\":[{\"parts\":[{\"functionCall\":{}}]}]}").body())
        .contains("\"name\":\"write\"");
  }

  @Test
  void failsAsEachProviderDoes() throws Exception {
    Reply limited = new Reply.Fail(429, "slow down", Optional.of(Duration.ofSeconds(7)));
    URI base = models.scenario("fails", Script.always(limited)).base();

    HttpResponse<String> anthropic = post(base, ANTHROPIC, "{}");
    assertThat(anthropic.statusCode()).isEqualTo(429);
    assertThat(anthropic.headers().firstValue("retry-after")).contains("7");
    assertThat(json(anthropic).object("error").orElseThrow().string("type"))
        .contains("rate_limit_error");
    assertThat(json(post(base, GEMINI, "{}")).object("error").orElseThrow().string("status"))
        .contains("RESOURCE_EXHAUSTED");
    assertThat(json(post(base, CHAT, "{}")).object("error").orElseThrow().string("message"))
        .contains("slow down");
  }

  @Test
  void beginsAStreamThatItNeverEnds() throws Exception {
    URI base = models.scenario("stalls", Script.always(new Reply.Stall())).base();
    HttpResponse<InputStream> response =
        client.send(
            request(base, CHAT, "{\"stream\":true}"), HttpResponse.BodyHandlers.ofInputStream());

    try (InputStream body = response.body()) {
      assertThat(new String(body.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("data: ");
    }
  }

  @Test
  void keepsWhatWasAskedAndWhatStrayed() throws Exception {
    var scenario = models.scenario("kept", Script.always(new Reply.Nonsense()));
    post(scenario.base(), CHAT, "{\"tools\":[{\"function\":{\"name\":\"bash\"}}]}");
    post(scenario.base(), "/v1/telemetry", "{}");

    assertThat(scenario.asked()).hasSize(1);
    assertThat(scenario.asked().getFirst().tools()).containsExactly("bash");
    assertThat(scenario.asked().getFirst().header("x-test")).contains("yes");
    assertThat(models.unexpected()).contains("POST /s/kept/v1/telemetry");
  }

  private HttpResponse<String> post(URI base, String path, String body) throws Exception {
    return client.send(request(base, path, body), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest request(URI base, String path, String body) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("X-Test", "yes")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private static JsonObject json(HttpResponse<String> response) throws Exception {
    return (JsonObject) JsonReader.file(response.body().getBytes(StandardCharsets.UTF_8));
  }
}
