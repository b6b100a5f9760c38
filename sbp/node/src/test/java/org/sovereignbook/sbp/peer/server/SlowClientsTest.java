package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Clients that are slow, endless or too many do not keep others from being served (THREATS). */
class SlowClientsTest {
  private static final String HEAD_OF_A_MESSAGE =
      "POST /message HTTP/1.1\r\nHost: bob\r\nContent-Type: application/json\r\n";

  @TempDir private Path folder;
  private final List<RawClient> clients = new ArrayList<>();
  private TestNode node;
  private Served served;

  @BeforeEach
  void prepare() {
    node = TestNode.in(folder);
  }

  @AfterEach
  void stop() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    served.close();
  }

  @Test
  @Tag("attack")
  void twoThousandSilentConnectionsOfOneAddressLockNobodyOut() throws Exception {
    served = Served.start(node);
    for (int i = 0; i < 2_048; i++) {
      RawClient silent = new RawClient(served, "127.0.0.2");
      clients.add(silent);
    }

    assertOthersAreServed();
    assertThat(clients.getFirst().untilClosed()).isEmpty();
    try (RawClient sameAddress = new RawClient(served, "127.0.0.2")) {
      assertThat(sameAddress.say("GET /health HTTP/1.0\r\n\r\n").untilClosed())
          .startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /message HTTP/1.1\r\nHost: bob\r\nContent-Length: +400\r\n\r\n",
        "GET /identity HTTP/9\r\nHost: bob\r\n\r\n",
        "GET /identity HTTP/1.1\r\nHost: bob\r\nX: a\0b\r\n\r\n",
        "GET /identity HTTP/1.1\r\nHost: bob\r\nX: a\r\n b\r\n\r\n",
        HEAD_OF_A_MESSAGE + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n",
      })
  @Tag("attack")
  void whatIsNoHttpIsAnsweredAsEveryErrorIs(String said) throws Exception {
    served = Served.start(node);

    assertThat(connect().say(said).untilClosed())
        .startsWith("HTTP/1.1 400")
        .contains("Connection: close")
        .containsIgnoringCase("Content-Type: application/json")
        .containsPattern("\\{\"error\":\"malformed-[a-z]+\",\"message\":\"[^\"]+\"}");
    assertOthersAreServed();
  }

  @Test
  void clientsThatNeverFinishTheirHeadersAreCutOffWhileOthersAreServed() throws Exception {
    serve(3, 1_024, 128);
    for (int i = 0; i < 50; i++) {
      connect().say("POST /message HTTP/1.1\r\nX-Slow: ");
    }

    assertOthersAreServed();
    for (RawClient client : clients) {
      assertThat(client.untilClosed()).isEmpty();
    }
  }

  @Test
  void aClientThatNeverFinishesItsBodyIsTold408() throws Exception {
    serve(3, 1_024, 128);
    RawClient declared = connect().say(HEAD_OF_A_MESSAGE + "Content-Length: 1000\r\n\r\n{");
    RawClient chunked =
        connect().say(HEAD_OF_A_MESSAGE + "Transfer-Encoding: chunked\r\n\r\n1\r\n{");

    assertOthersAreServed();
    for (RawClient client : List.of(declared, chunked)) {
      assertThat(client.untilClosed())
          .startsWith("HTTP/1.1 408")
          .contains("Connection: close")
          .contains("{\"error\":\"timeout\",");
    }
    assertThat(served.inbox()).hasSize(1);
  }

  @Test
  void atTheLimitTheOneThatHasBeenAskingLongestMakesRoom() throws Exception {
    serve(3_600, 4, 128);
    RawClient first = connect().say("GET /identity HTTP/1.1\r\nX-Slow: ");
    for (int i = 0; i < 20; i++) {
      connect().say("GET /identity HTTP/1.1\r\nX-Slow: ");
    }

    assertThat(first.untilClosed()).isEmpty();
    assertOthersAreServed();
  }

  @Test
  void oneAddressCannotHoldAllRequests() throws Exception {
    serve(3_600, 1_024, 2);
    connect().say(HEAD_OF_A_MESSAGE + "Content-Length: 1000\r\n\r\n{");
    connect().say(HEAD_OF_A_MESSAGE + "Content-Length: 1000\r\n\r\n{");

    assertThat(untilItIs429())
        .containsIgnoringCase("Retry-After: 1")
        .contains("\"error\":\"rate-limited\"");
    RawClient elsewhere =
        connect().say("GET /health HTTP/1.0\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
    assertThat(elsewhere.untilClosed()).startsWith("HTTP/1.1 200");
  }

  @Test
  void aClientThatDoesNotTakeItsAnswerIsCutOff() throws Exception {
    node.node().disk().write(node.home().specBundle(), new byte[64 << 20]);
    serve(3, 1_024, 128);
    connect().say("GET /spec HTTP/1.1\r\nHost: bob\r\n\r\n").untilEndOf("200 OK");

    // Its answer is in flight for ever unless it is cut off, and stopping waits for it.
    served.server().stop();

    assertThat(served.log()).noneMatch(line -> line.contains("did not end in time"));
  }

  @Test
  void headersWithoutEndCloseTheConnection() throws Exception {
    serve(3_600, 1_024, 128);
    RawClient client = connect();
    try {
      client.say("GET /identity HTTP/1.1\r\nX-Long: " + "x".repeat(1 << 20) + "\r\n\r\n");
    } catch (IOException e) {
      // Closed while we were still talking.
    }

    assertThat(client.untilClosed()).doesNotContain("200");
    assertOthersAreServed();
  }

  @Test
  void aBodyWithoutEndIsAnswered413AndThenCutOff() throws Exception {
    serve(3_600, 1_024, 128);
    RawClient client = connect().say(HEAD_OF_A_MESSAGE + "Transfer-Encoding: chunked\r\n\r\n");
    String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
    for (int bytes = 0; bytes <= Limits.MAX_ENVELOPE_BYTES; bytes += 0x10000) {
      client.say(chunk);
    }
    assertThat(client.untilEndOf("\"}")).startsWith("HTTP/1.1 413").contains("\"too-large\"");

    int more = 0;
    try {
      for (; more < 1_000; more++) {
        client.say(chunk);
      }
    } catch (IOException e) {
      // Closed while we were still talking.
    }
    assertThat(more).isLessThan(1_000);
    assertOthersAreServed();
  }

  @Test
  void aDeclaredSizeThatIsTooLargeIsRefusedBeforeABodyByteIsSent() throws Exception {
    serve(3_600, 1_024, 128);
    RawClient client = connect().say(HEAD_OF_A_MESSAGE + "Content-Length: 262145\r\n\r\n");

    assertThat(client.untilEndOf("\"}")).startsWith("HTTP/1.1 413").contains("\"too-large\"");
  }

  @Test
  void stalledBodiesOfAllTheWorldTakeABoundedPartOfTheMemoryAndLockNobodyOut() throws Exception {
    int bodies = 40;
    int bytes = 200_000;
    serve(3_600, 1_024, 128, 2_000_000);
    for (int i = 0; i < bodies; i++) {
      RawClient stalled =
          connect()
              .say(
                  HEAD_OF_A_MESSAGE
                      + "X-Forwarded-For: 192.0.2."
                      + i
                      + "\r\nContent-Length: 250000\r\n\r\n");
      try {
        stalled.say(" ".repeat(bytes));
      } catch (IOException e) {
        // Refused while it was still talking.
      }
    }

    HttpResponse<String> answer = served.post(served.direct(TestKeys.eve(), "hello"));
    for (int i = 0; i < bodies && answer.statusCode() != 202; i++) {
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("\"busy\"");
      answer = served.post(served.direct(TestKeys.eve(), "hello"));
    }
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(served.log())
        .as("some made room for others")
        .anyMatch(line -> line.matches(".*refused (503 busy|408 timeout).*"));
  }

  @Test
  void aBodyThatBreaksOffLeavesNothing() throws Exception {
    serve(3_600, 1_024, 128);
    String envelope = new String(served.direct(TestKeys.alice(), "x"), StandardCharsets.UTF_8);
    try (RawClient client = new RawClient(served)) {
      client.say(HEAD_OF_A_MESSAGE + "Content-Length: " + envelope.length() + "\r\n\r\n");
      client.say(envelope.substring(0, envelope.length() - 1));
    }

    assertOthersAreServed();
    assertThat(served.inbox()).hasSize(1);
  }

  private void assertOthersAreServed() {
    assertThat(served.post(served.direct(TestKeys.eve(), "hello")).statusCode()).isEqualTo(202);
    assertThat(served.get("/identity").statusCode()).isEqualTo(200);
  }

  /** The two slow requests are on their way to the server; sooner or later it counts them. */
  private String untilItIs429() throws IOException {
    String answer = "";
    for (int i = 0; i < 10_000 && !answer.startsWith("HTTP/1.1 429"); i++) {
      try (RawClient client = new RawClient(served)) {
        answer = client.say("GET /health HTTP/1.0\r\n\r\n").untilClosed();
      }
    }
    return answer;
  }

  private RawClient connect() throws IOException {
    RawClient client = new RawClient(served);
    clients.add(client);
    return client;
  }

  private void serve(int timeoutSeconds, int maxRequests, int maxAddressRequests) {
    serve(timeoutSeconds, maxRequests, maxAddressRequests, 0);
  }

  private void serve(
      int timeoutSeconds, int maxRequests, int maxAddressRequests, long bodiesBytes) {
    Duration timeout = Duration.ofSeconds(timeoutSeconds);
    served =
        Served.start(
            node,
            Served.config()
                .with(ServerSettings.BODIES_BYTES, bodiesBytes)
                .with(ServerSettings.MAX_REQUESTS, maxRequests)
                .with(ServerSettings.MAX_ADDRESS_REQUESTS, maxAddressRequests)
                .with(ServerSettings.REQUEST_TIMEOUT, timeout)
                .with(ServerSettings.RESPONSE_TIMEOUT, timeout)
                .with(
                    ServerSettings.STOP_TIMEOUT, Duration.ofSeconds(timeoutSeconds > 60 ? 1 : 60)));
  }
}
