package org.sovereignbook.sbp.net.httpserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.Eventually;

/**
 * Connections that say nothing, too many of them, and clients that are slow (THREATS: silent
 * connections, connection floods): others are served all the while, and every bound is reached and
 * not passed. Loopback's other addresses stand for other clients.
 */
@Tag("attack")
class ConnectionFloodTest {
  private static final String GET = "GET /a HTTP/1.1\r\nHost: bob\r\n\r\n";
  private static final String ANSWER = "GET /a []";
  private static final int MAX_CONNECTIONS = 40;
  private static final int MAX_ADDRESS_CONNECTIONS = 16;
  private static final Duration HOUR = Duration.ofHours(1);

  private final List<Socket> sockets = new ArrayList<>();
  private Echo echo;

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    echo.close();
  }

  @Test
  void twoThousandSilentConnectionsOfOneAddressLockNobodyOut() throws Exception {
    serve(HOUR, HOUR);
    for (int i = 0; i < 2_048; i++) {
      connect("127.0.0.2");
    }

    assertServed("127.0.0.3");
    assertServed("127.0.0.2");
    assertThat(echo.server().connections())
        .isBetween(MAX_ADDRESS_CONNECTIONS, MAX_ADDRESS_CONNECTIONS + 1);
    assertThat(sockets.getFirst().getInputStream().read()).isNegative();
  }

  @Test
  void silentConnectionsOfManyAddressesLockNobodyOut() throws Exception {
    serve(HOUR, HOUR);
    for (int i = 0; i < 256; i++) {
      connect("127.0.1." + (1 + i % 100));
    }

    assertServed("127.0.0.3");
    assertThat(echo.server().connections()).isEqualTo(MAX_CONNECTIONS);
    assertThat(sockets.getFirst().getInputStream().read()).isNegative();
  }

  @Test
  void requestsThatNeverEndFromManyAddressesLockNobodyOut() throws Exception {
    serve(HOUR, HOUR);
    for (int i = 0; i < 256; i++) {
      trySay(connect("127.0.1." + (1 + i % 100)), "GET / HTTP/1.1\r\nX-Slow: ");
    }

    assertServed("127.0.0.3");
    assertThat(echo.server().connections()).isLessThanOrEqualTo(MAX_CONNECTIONS);
  }

  /** On a busy machine connections are taken faster than they are heard. */
  @Test
  void whoComesWhileNobodyHasBeenHeardYetIsNotTurnedAway() throws Exception {
    CountDownLatch hasCome = new CountDownLatch(1);
    CountDownLatch hear = new CountDownLatch(1);
    serve(
        HOUR,
        HOUR,
        address -> {
          if (address.getHostAddress().equals("127.0.0.3")) {
            hasCome.countDown();
          }
          return Optional.of(address.getHostAddress());
        });
    echo.server().setExecutor(work -> Thread.ofVirtual().start(() -> workOnce(hear, work)));
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      say(connect("127.0.1." + (1 + i)), "GET / HTTP/1.1\r\nX-Slow: ");
    }

    Socket honest = say(connect("127.0.0.3"), GET);
    assertThat(hasCome.await(1, TimeUnit.MINUTES)).isTrue();
    hear.countDown();

    assertThat(until(honest, "]")).startsWith("HTTP/1.1 200").endsWith(ANSWER);
  }

  private static void workOnce(CountDownLatch may, Runnable work) {
    try {
      may.await();
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theOldestIdleConnectionOfAnAddressGoesAndNotOneThatIsAsking() throws Exception {
    serve(HOUR, HOUR);
    Socket asking = say(connect("127.0.0.2"), "POST /b HTTP/1.1\r\n");
    Socket idle = connect("127.0.0.2");
    assertThat(ask(idle)).endsWith(ANSWER);
    for (int i = 2; i < MAX_ADDRESS_CONNECTIONS; i++) {
      connect("127.0.0.2");
    }
    assertServed("127.0.0.2");

    assertThat(idle.getInputStream().read()).isNegative();
    say(asking, "Host: bob\r\nContent-Length: 1\r\n\r\nx");
    assertThat(until(asking, "]")).endsWith("POST /b [x]");
  }

  @Test
  void anAddressWhoseRequestsAreAllUnderWayGetsNoMoreConnections() throws Exception {
    serve(HOUR, HOUR);
    for (int i = 0; i < MAX_ADDRESS_CONNECTIONS; i++) {
      say(connect("127.0.0.2"), GET + "GET");
    }
    for (Socket socket : List.copyOf(sockets)) {
      assertThat(until(socket, "]")).endsWith(ANSWER);
    }

    Socket more = connect("127.0.0.2");
    trySay(more, GET);
    assertThat(Echo.untilClosed(more)).isEmpty();
    assertServed("127.0.0.3");
  }

  @Test
  void aProxyThatIsTrustedHasNoShareOfItsOwn() throws Exception {
    serve(HOUR, HOUR, address -> Optional.empty());
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      connect("127.0.0.1");
    }

    for (Socket socket : List.copyOf(sockets)) {
      assertThat(ask(socket)).endsWith(ANSWER);
    }
    assertThat(echo.server().connections()).isEqualTo(MAX_CONNECTIONS);
  }

  @Test
  void whoSaysNothingAtFirstIsNotWaitedForAndWhoIsBetweenTwoRequestsIs() throws Exception {
    serve(Duration.ofMillis(300), HOUR);
    Socket silent = connect("127.0.0.2");
    Socket idle = connect("127.0.0.3");
    assertThat(ask(idle)).endsWith(ANSWER);
    Socket slow = say(connect("127.0.0.3"), "GET /a HT");

    assertThat(silent.getInputStream().read()).isNegative();
    assertThat(ask(idle)).endsWith(ANSWER);
    say(slow, "TP/1.1\r\nHost: bob\r\n\r\n");
    assertThat(until(slow, "]")).endsWith(ANSWER);
  }

  @Test
  void whoComesBackTooLateAfterARequestIsNotWaitedFor() throws Exception {
    serve(HOUR, Duration.ofMillis(300));
    Socket idle = connect("127.0.0.2");
    assertThat(ask(idle)).endsWith(ANSWER);

    assertThat(idle.getInputStream().read()).isNegative();
  }

  @Test
  void anEarlyAnswerReachesAClientThatIsStillSending() throws Exception {
    serve(HOUR, HOUR);
    Socket socket = connect("127.0.0.2");
    say(socket, "POST /unread HTTP/1.1\r\nHost: bob\r\nContent-Length: 800000\r\n\r\n");
    say(socket, "x".repeat(800_000));

    assertThat(new String(Echo.untilClosed(socket), StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 200")
        .endsWith("POST /unread");
  }

  @Test
  void whoAsksBeforeSendingABodyIsToldToGoOnOrNotAtAll() throws Exception {
    serve(HOUR, HOUR);
    String ask = " HTTP/1.1\r\nHost: bob\r\nExpect: 100-continue\r\nContent-Length: ";
    Socket welcome = say(connect("127.0.0.2"), "POST /b" + ask + "3\r\n\r\n");
    Socket tooLarge = say(connect("127.0.0.2"), "POST /b" + ask + "99999999\r\n\r\n");

    assertThat(until(welcome, "\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
    say(welcome, "abc");
    assertThat(until(welcome, "]")).startsWith("HTTP/1.1 200").endsWith("POST /b [abc]");
    assertThat(until(tooLarge, "too large")).startsWith("HTTP/1.1 413");
  }

  @Test
  void largeHeadsThatStallTakeABoundedPartOfTheMemory() throws Exception {
    serve(HOUR, HOUR);
    String head = "GET / HTTP/1.1\r\nHost: bob\r\nX: " + "x".repeat(20_000);
    for (int i = 0; i < 4 * MAX_CONNECTIONS; i++) {
      trySay(connect("127.0.1." + (1 + i % 100)), head);
    }

    // As long as heads of the flood are still begun, one that waits may be cut off for them.
    Eventually.holds("the flood has come", () -> isServed("127.0.0.4"));
    assertServed("127.0.0.3");
    assertThat(echo.server().heldBytes()).isLessThanOrEqualTo(Echo.LIMITS.sizes().maxBytesAtOnce());
  }

  @Test
  void theDeathOfTheThreadThatTakesConnectionsIsTold() throws Exception {
    Error death = new OutOfMemoryError("as a flood would have it");
    serve(
        HOUR,
        HOUR,
        address -> {
          throw death;
        });

    connect("127.0.0.2");

    assertThat(echo.death()).isSameAs(death);
  }

  private void serve(Duration firstByte, Duration idle) throws IOException {
    serve(firstByte, idle, address -> Optional.of(address.getHostAddress()));
  }

  private void serve(
      Duration firstByte, Duration idle, Function<java.net.InetAddress, Optional<String>> share)
      throws IOException {
    HttpLimits usual = Echo.LIMITS;
    echo =
        Echo.start(
            new HttpLimits(
                new HttpLimits.Counts(
                    MAX_CONNECTIONS, MAX_ADDRESS_CONNECTIONS, usual.counts().maxRequests()),
                new HttpLimits.Sizes(
                    usual.sizes().maxHeadBytes(),
                    usual.sizes().maxBytesAtOnce(),
                    usual.sizes().bodyBytesPerSecond()),
                new HttpLimits.Times(firstByte, idle, HOUR, HOUR),
                share,
                usual.payer()));
  }

  private Socket connect(String from) throws IOException {
    Socket socket = echo.connect(from);
    sockets.add(socket);
    return socket;
  }

  private void assertServed(String from) throws IOException {
    assertThat(ask(connect(from))).startsWith("HTTP/1.1 200").endsWith(ANSWER);
  }

  private boolean isServed(String from) {
    try {
      return ask(connect(from)).startsWith("HTTP/1.1 200");
    } catch (IOException e) {
      return false;
    }
  }

  private static String ask(Socket socket) throws IOException {
    return until(say(socket, GET), "]");
  }

  private static Socket say(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static void trySay(Socket socket, String text) {
    try {
      say(socket, text);
    } catch (IOException e) {
      // It was closed while we were still talking.
    }
  }

  private static String until(Socket socket, String end) throws IOException {
    StringBuilder heard = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (heard.indexOf(end) < 0) {
      int c = in.read();
      if (c < 0) {
        throw new SocketException("closed after: " + heard);
      }
      heard.append((char) c);
    }
    return heard.toString();
  }
}
