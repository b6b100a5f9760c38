package org.sovereignbook.sbp.net.httpserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a body may take, between a client that is slow and one that drips. */
class ConnectionTest {
  private static final int RATE = 1_000;
  private static final int ENOUGH = RATE * (int) Connection.BODY_WINDOW.toSeconds();
  private static final Duration HOUR = Duration.ofHours(1);

  private ServerSocket listening;
  private Socket client;
  private Connection connection;

  @BeforeEach
  void connect() throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    client = new Socket(listening.getInetAddress(), listening.getLocalPort());
    HttpLimits limits =
        new HttpLimits(
            new HttpLimits.Counts(1, 1, 1),
            new HttpLimits.Sizes(1, 1, RATE),
            new HttpLimits.Times(HOUR, HOUR, HOUR, HOUR),
            _ -> Optional.empty(),
            _ -> "all");
    connection = new Connection(listening.accept(), Optional.empty(), limits);
    connection.enter(Connection.Phase.HEAD);
    connection.enter(Connection.Phase.WORK);
    connection.enter(Connection.Phase.BODY);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    client.close();
    listening.close();
  }

  private boolean isCutOffAfter(Duration time) {
    connection.expire(System.nanoTime() + time.toNanos());
    return connection.isExpired();
  }

  @Test
  void aBodyThatDripsIsCutOffLongBeforeItsRequestsTimeIsOver() {
    connection.bodyArrived(ENOUGH - 1);

    assertThat(isCutOffAfter(Duration.ofSeconds(1))).isFalse();
    assertThat(isCutOffAfter(Connection.BODY_WINDOW)).isTrue();
  }

  @Test
  void whatComesAtTheLeastRateHasTheNextWindow() throws IOException {
    connection.bodyArrived(ENOUGH);

    assertThat(isCutOffAfter(Connection.BODY_WINDOW.minusSeconds(1))).isFalse();
    connection.enter(Connection.Phase.WORK);
    assertThat(isCutOffAfter(Connection.BODY_WINDOW.plusSeconds(1)))
        .as("the handler's time is no time of the client")
        .isFalse();
    connection.enter(Connection.Phase.BODY);
    assertThat(isCutOffAfter(Connection.BODY_WINDOW)).isTrue();
  }
}
