package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/** Peers that hang, trickle, break off or talk nonsense. */
class BrokenConnectionsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final byte[] ENVELOPE = "{}".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  @Test
  void peerThatNeverAnswersMayHaveTakenTheEnvelope() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              self.hang();
            })) {
      assertThat(post(server, SHORT))
          .isInstanceOfSatisfying(
              PeerReply.Unknown.class,
              reply -> assertThat(reply.reason()).startsWith("no answer within"));
    }
  }

  @Test
  void deadlineCoversABodyThatTricklesForEver() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nab");
              self.hang();
            })) {
      assertThat(get(server, SHORT)).isInstanceOf(PeerReply.Unknown.class);
    }
  }

  @Test
  void deadlineCoversHeadersThatNeverEnd() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 200 OK\r\nX-Slow: ");
              self.hang();
            })) {
      assertThat(get(server, SHORT)).isInstanceOf(PeerReply.Unknown.class);
    }
  }

  @Test
  void aRefusalIsOneThoughTheRestOfTheAnswerNeverComes() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\n{");
              self.hang();
            })) {
      assertThat(post(server, Duration.ofSeconds(8)))
          .isInstanceOfSatisfying(
              PeerReply.Answered.class, reply -> assertThat(reply.status()).isEqualTo(503));
    }
  }

  @Test
  void acceptedWithoutItsWholeReceiptIsInDoubt() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\n");
              RawServer.reset(connection);
            })) {
      assertThat(post(server, LONG)).isInstanceOf(PeerReply.Unknown.class);
    }
  }

  @Test
  void resetInTheMiddleOfADocumentIsNoDocument() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nab");
              RawServer.reset(connection);
            })) {
      assertThat(get(server, LONG)).isInstanceOf(PeerReply.Unknown.class);
    }
  }

  @Test
  void documentShorterThanItsLengthIsNoDocument() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}");
            })) {
      assertThat(get(server, LONG)).isInstanceOf(PeerReply.Unknown.class);
    }
  }

  @Test
  void resetAfterTheEnvelopeWasReadMayHaveBeenAnAcceptance() throws Exception {
    List<String> received = new CopyOnWriteArrayList<>();
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              received.add(RawServer.readRequest(connection));
              RawServer.reset(connection);
            })) {
      assertThat(post(server, LONG)).isInstanceOf(PeerReply.Unknown.class);
    }
    assertThat(received).as("an envelope is never posted twice by the client itself").hasSize(1);
  }

  @Test
  void connectionThatIsResetAtOnceIsNotCalledDelivered() throws Exception {
    try (RawServer server = RawServer.start((connection, self) -> RawServer.reset(connection))) {
      assertThat(post(server, LONG))
          .isInstanceOfAny(PeerReply.Unknown.class, PeerReply.Unreachable.class);
    }
  }

  @Test
  void answerThatIsNotHttpIsNoAnswer() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "SSH-2.0-OpenSSH_9.9\r\n\r\n");
            })) {
      assertThat(post(server, LONG)).isInstanceOf(PeerReply.Unknown.class);
    }
  }

  @Test
  void plainServerBehindAnHttpsEndpointGetsNothing() throws Exception {
    AtomicReference<String> received = new AtomicReference<>("");
    try (RawServer server =
            RawServer.start(
                (connection, self) -> {
                  received.set(
                      new String(
                          connection.getInputStream().readNBytes(16),
                          java.nio.charset.StandardCharsets.ISO_8859_1));
                  RawServer.write(connection, "HTTP/1.1 400 Bad Request\r\n\r\n");
                });
        HttpPeerClient client = client(LONG)) {
      Endpoint https = Endpoint.parse("https://127.0.0.1:" + server.port());
      assertThat(client.post(https, ENVELOPE))
          .isInstanceOfAny(PeerReply.Unreachable.class, PeerReply.Unknown.class);
    }
    assertThat(received.get()).doesNotContain("POST");
  }

  @Test
  void headersWithoutEndAreCutOff() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 200 OK\r\n");
              while (!connection.isClosed()) {
                RawServer.write(connection, "X-More: " + "x".repeat(8_000) + "\r\n");
              }
            })) {
      assertThat(get(server, LONG)).isInstanceOf(PeerReply.Unknown.class);
    }
  }

  @Test
  void bodyWithoutEndIsLeftAtTheLimit() throws Exception {
    try (RawServer server =
        RawServer.start(
            (connection, self) -> {
              RawServer.readRequest(connection);
              RawServer.write(connection, "HTTP/1.1 200 OK\r\n\r\n");
              while (!connection.isClosed()) {
                RawServer.write(connection, "x".repeat(8_000));
              }
            })) {
      assertThat(get(server, LONG))
          .isInstanceOfSatisfying(
              PeerReply.Unknown.class,
              reply -> assertThat(reply.reason()).contains("more than 1048576 bytes"));
    }
  }

  @Test
  void interruptEndsACallThatHangs() throws Exception {
    try (RawServer server =
            RawServer.start(
                (connection, self) -> {
                  RawServer.readRequest(connection);
                  self.hang();
                });
        HttpPeerClient client = client(LONG)) {
      AtomicReference<Object> outcome = new AtomicReference<>("none");
      Thread caller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      outcome.set(client.post(server.endpoint(), ENVELOPE));
                    } catch (InterruptedException e) {
                      outcome.set(e);
                    }
                  });
      caller.interrupt();
      caller.join();
      assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    }
  }

  private static PeerReply post(RawServer server, Duration timeout) throws InterruptedException {
    try (HttpPeerClient client = client(timeout)) {
      return client.post(server.endpoint(), ENVELOPE);
    }
  }

  private static PeerReply get(RawServer server, Duration timeout) throws InterruptedException {
    try (HttpPeerClient client = client(timeout)) {
      return client.get(server.endpoint(), "/identity");
    }
  }

  private static HttpPeerClient client(Duration timeout) {
    return HttpPeerClient.open(
        new HttpConfig(true, timeout), InstantSource.system(), Optional.empty());
  }
}
