package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.testing.DeafPort;
import org.sovereignbook.sbp.testing.TestClock;

/** What well-formed answers come to, from a real HTTP server. */
class HttpPeerClientTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final List<HttpExchange> requests = new CopyOnWriteArrayList<>();
  private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
  private final TestClock clock = new TestClock();
  private final HttpPeerClient client =
      HttpPeerClient.open(new HttpConfig(true, LONG), clock, Optional.empty());
  private HttpServer server;
  private Endpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.start();
    endpoint = Endpoint.parse("http://127.0.0.1:" + server.getAddress().getPort() + "/prefix");
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void postCarriesTheExactBytesAsJsonToMessageBelowThePrefix() throws Exception {
    answer(202, "{\"status\":\"accepted\"}");
    byte[] envelope = "{\"kind\":\"envelope\",\"text\":\"é\"}".getBytes(StandardCharsets.UTF_8);

    PeerReply.Answered reply = (PeerReply.Answered) client.post(endpoint, envelope);

    assertThat(reply.status()).isEqualTo(202);
    assertThat(reply.isSuccess()).isTrue();
    assertThat(new String(reply.body(), StandardCharsets.UTF_8))
        .isEqualTo("{\"status\":\"accepted\"}");
    assertThat(requests.getFirst().getRequestMethod()).isEqualTo("POST");
    assertThat(requests.getFirst().getRequestURI().toString()).isEqualTo("/prefix/message");
    assertThat(requests.getFirst().getRequestHeaders().getFirst("Content-Type"))
        .isEqualTo("application/json");
    assertThat(bodies.getFirst()).isEqualTo(envelope);
  }

  @Test
  void getFetchesThePathWithItsQueryAndSaysWhoAsks() throws Exception {
    answer(200, "[]");

    assertThat(client.get(endpoint, "/endorsements?limit=1000"))
        .isInstanceOfSatisfying(
            PeerReply.Answered.class, reply -> assertThat(reply.body()).hasSize(2));

    assertThat(requests.getFirst().getRequestURI().toString())
        .isEqualTo("/prefix/endorsements?limit=1000");
    assertThat(requests.getFirst().getRequestHeaders().getFirst("User-Agent")).startsWith("sbp/");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 400, 401, 403, 404, 407, 429, 500, 503})
  void everyStatusIsAnAnswer(int status) throws Exception {
    answer(status, "{}");
    assertThat(client.post(endpoint, new byte[] {'{', '}'}))
        .isInstanceOfSatisfying(
            PeerReply.Answered.class, reply -> assertThat(reply.status()).isEqualTo(status));
  }

  @ParameterizedTest
  @CsvSource({
    "403, text/html, true",
    "404, Text/HTML; charset=utf-8, true",
    "403, application/json, false",
    "403, '', false",
    "200, text/html, false",
    "503, text/html, false"
  })
  void aPageOfSomethingInFrontOfThePeerIsRecognized(int status, String type, boolean isPage)
      throws Exception {
    respond(
        exchange -> {
          if (!type.isEmpty()) {
            exchange.getResponseHeaders().set("Content-Type", type);
          }
          exchange.sendResponseHeaders(status, -1);
        });

    assertThat(client.get(endpoint, "/identity"))
        .isInstanceOfSatisfying(
            PeerReply.Answered.class,
            reply -> assertThat(reply.isRefusalByOthers()).isEqualTo(isPage));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectIsNotFollowed(int status) throws Exception {
    respond(
        exchange -> {
          exchange.getResponseHeaders().set("Location", endpoint + "/elsewhere");
          exchange.sendResponseHeaders(status, -1);
        });

    assertThat(client.get(endpoint, "/identity"))
        .isInstanceOfSatisfying(
            PeerReply.Answered.class, reply -> assertThat(reply.status()).isEqualTo(status));
    assertThat(requests).hasSize(1);
  }

  @Test
  void cookiesAreNotKept() throws Exception {
    respond(
        exchange -> {
          exchange.getResponseHeaders().set("Set-Cookie", "track=1");
          exchange.sendResponseHeaders(200, -1);
        });
    client.get(endpoint, "/identity");
    client.get(endpoint, "/identity");
    assertThat(requests.getLast().getRequestHeaders().containsKey("Cookie")).isFalse();
  }

  @Test
  void retryAfterIsReadInBothSpellings() throws Exception {
    respond(
        exchange -> {
          boolean first = requests.size() == 1;
          exchange
              .getResponseHeaders()
              .set("Retry-After", first ? "90" : "Tue, 17 Mar 2026 12:06:00 GMT");
          exchange.sendResponseHeaders(429, -1);
        });
    assertThat(((PeerReply.Answered) client.post(endpoint, new byte[1])).retryAfter())
        .contains(Duration.ofSeconds(90));
    assertThat(((PeerReply.Answered) client.post(endpoint, new byte[1])).retryAfter())
        .contains(Duration.ofSeconds(60));
  }

  @Test
  void answerOfExactlyOneMebibyteIsTakenWhole() throws Exception {
    answer(200, "x".repeat(HttpPeerClient.MAX_ANSWER_BYTES));
    assertThat(client.get(endpoint, "/identity"))
        .isInstanceOfSatisfying(
            PeerReply.Answered.class,
            reply -> assertThat(reply.body()).hasSize(HttpPeerClient.MAX_ANSWER_BYTES));
  }

  @Test
  void documentOfOneByteMoreIsNoDocument() throws Exception {
    answer(200, "x".repeat(HttpPeerClient.MAX_ANSWER_BYTES + 1));
    assertThat(client.get(endpoint, "/identity"))
        .isInstanceOfSatisfying(
            PeerReply.Unknown.class,
            reply -> assertThat(reply.reason()).contains("more than 1048576 bytes"));
  }

  @Test
  void statusOfARefusedPostCountsEvenWhenItsBodyIsTooLong() throws Exception {
    answer(503, "x".repeat(HttpPeerClient.MAX_ANSWER_BYTES + 1));
    assertThat(client.post(endpoint, new byte[1]))
        .isInstanceOfSatisfying(
            PeerReply.Answered.class,
            reply -> {
              assertThat(reply.status()).isEqualTo(503);
              assertThat(reply.body()).hasSize(HttpPeerClient.MAX_ANSWER_BYTES);
            });
  }

  @Test
  void aReceiptThatIsTooLongIsNone() throws Exception {
    answer(202, "x".repeat(HttpPeerClient.MAX_ANSWER_BYTES + 1));
    assertThat(client.post(endpoint, new byte[1])).isInstanceOf(PeerReply.Unknown.class);
  }

  @ParameterizedTest
  @CsvSource({"'', PT1H", "Age: 7, "})
  void theClockOfThePeerIsReadFromAnAnswerThatNoCacheHasKept(
      String header, @Nullable Duration ahead) throws Exception {
    try (RawServer raw =
        RawServer.start(
            (connection, _) -> {
              RawServer.readRequest(connection);
              RawServer.write(
                  connection,
                  "HTTP/1.1 202 Accepted\r\nDate: Tue, 17 Mar 2026 13:05:00 GMT\r\n"
                      + (header.isEmpty() ? "" : header + "\r\n")
                      + "Content-Length: 0\r\n\r\n");
            })) {
      PeerReply reply = client.post(raw.endpoint(), new byte[1]);
      assertThat(((PeerReply.Answered) reply).clockAhead()).isEqualTo(Optional.ofNullable(ahead));
    }
  }

  @Test
  void endpointWhereNobodyListensIsUnreachable() throws Exception {
    try (DeafPort port = new DeafPort()) {
      Endpoint deaf = Endpoint.parse("http://127.0.0.1:" + port.number());
      assertThat(client.post(deaf, new byte[1])).isInstanceOf(PeerReply.Unreachable.class);
      assertThat(client.get(deaf, "/identity")).isInstanceOf(PeerReply.Unreachable.class);
    }
  }

  private interface Responder {
    void respond(HttpExchange exchange) throws IOException;
  }

  private void answer(int status, String body) {
    respond(
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  private void respond(Responder responder) {
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            bodies.add(exchange.getRequestBody().readAllBytes());
            requests.add(exchange);
            responder.respond(exchange);
          }
        });
  }
}
