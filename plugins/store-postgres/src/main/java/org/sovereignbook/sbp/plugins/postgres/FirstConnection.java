package org.sovereignbook.sbp.plugins.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A source that gives a connection which is open already before it opens another: a command needs
 * one, and to open it takes longer than all that most commands ask of it. Thread-safe, once set up.
 */
final class FirstConnection extends PGSimpleDataSource implements AutoCloseable {
  private final Queue<Connection> kept = new ConcurrentLinkedQueue<>();

  /**
   * Keeps a connection for the next caller.
   *
   * @param connection as it was when it was opened
   */
  void keep(Connection connection) {
    kept.add(connection);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Optional<Connection> first = Optional.ofNullable(kept.poll());
    return first.isPresent() ? first.get() : super.getConnection();
  }

  /** Closes the connection if no caller took it. */
  @Override
  public void close() {
    for (Connection connection : kept) {
      try {
        connection.close();
      } catch (SQLException e) {
        // It was lost before.
      }
    }
    kept.clear();
  }
}
