package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Error messages for a PostgreSQL server that cannot be reached: our words, the place, the remedy.
 */
class PostgresWordsTest {
  private static PostgresConfig at(String place) {
    return new PostgresConfig(
        "jdbc:postgresql://" + place + "/sbp?connectTimeout=5&socketTimeout=5",
        Optional.of("ann"),
        Optional.of("secret"),
        "sbp",
        2,
        1);
  }

  private static String opening(String place) {
    StoreException failure =
        catchThrowableOfType(
            StoreException.class, () -> PostgresDatabase.open(at(place), Optional::empty).close());
    return plain(failure.getMessage());
  }

  private static String plain(String said) {
    assertThat(said)
        .contains("jdbc:postgresql://", " schema sbp: ")
        .doesNotContain("java", "Exception", "null", "secret", "HikariPool", "state:");
    return said;
  }

  @Test
  void aRefusedConnectionIsNamedWithItsPlace() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertThat(opening("127.0.0.1:" + port))
        .contains("127.0.0.1:" + port, "cannot connect", "check that PostgreSQL runs");
  }

  @Test
  void anUnknownNameIsNamed() {
    assertThat(opening("nobody.invalid:5432")).contains("there is no address for the name");
  }

  @Test
  void aServerThatClosesOrIsAnotherIsNamed() throws Exception {
    for (String answer : List.of("", "HTTP/1.1 400 Bad Request\r\n\r\n")) {
      try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
        Thread serving = Thread.ofVirtual().start(() -> serve(server, answer));
        assertThat(opening("127.0.0.1:" + server.getLocalPort()))
            .contains("check that PostgreSQL runs");
        serving.interrupt();
        serving.join();
      }
    }
  }

  /** Answers each connection, until it is interrupted. */
  private static void serve(ServerSocket server, String answer) {
    while (!Thread.currentThread().isInterrupted()) {
      try (Socket socket = server.accept()) {
        int _ = socket.getInputStream().read();
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The other side has gone, or this thread was interrupted.
      }
    }
  }

  @Test
  void whatThePoolOrTheDriverSaysIsPutIntoOurWords() {
    PSQLException refused =
        new PSQLException(
            "The connection attempt failed.",
            PSQLState.CONNECTION_UNABLE_TO_CONNECT,
            new SocketTimeoutException("Read timed out"));
    SQLException pool =
        new SQLTransientConnectionException(
            "HikariPool-1 - Connection is not available, request timed out after 1000ms", refused);
    assertThat(plain(PostgresFailure.explain(at("127.0.0.1:1"), pool).getMessage()))
        .contains("no answer in time");
    SQLException alone = new SQLTransientConnectionException("HikariPool-1 - no (null)");
    assertThat(plain(PostgresFailure.explain(at("127.0.0.1:1"), alone).getMessage()))
        .contains("all connections of this process were in use", "store.postgres.connections");
    assertThat(
            plain(
                PostgresFailure.explain(at("127.0.0.1:1"), new SQLException((String) null))
                    .getMessage()))
        .contains("see docs/storage.md");
  }
}
