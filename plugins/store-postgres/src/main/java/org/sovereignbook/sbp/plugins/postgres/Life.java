package org.sovereignbook.sbp.plugins.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.authority.sql.SqlFailure;

/**
 * Proof that a process is alive: a connection of its own whose open transaction keeps the process's
 * row of {@code worker} locked. When the process ends in any way, the database frees the row, and a
 * process that finds a row free ({@link #bury}) knows that its owner has ended. Needs nothing but
 * row locks, so that it works on every PostgreSQL-compatible cluster and through connection
 * poolers.
 */
final class Life implements AutoCloseable {
  private static final int ALIVE_TIMEOUT_SECONDS = 5;

  private final String id;
  private final Connection connection;

  private Life(String id, Connection connection) {
    this.id = id;
    this.connection = connection;
  }

  /**
   * Begins a life.
   *
   * @param connection used for nothing else from now on; closed with the life
   * @param id new and unique
   * @param place host and process, for people
   */
  static Life begin(Connection connection, String id, String place, long now) throws SQLException {
    Sql sql = new Sql(connection, Dialect.POSTGRES);
    keepOpen(connection, sql);
    boolean locked = false;
    while (!locked) {
      // Another process may bury the row in the moment between its appearance and its lock.
      connection.setAutoCommit(false);
      sql.update("DELETE FROM worker_term WHERE worker = ?", id);
      sql.update("INSERT INTO worker_term (worker) VALUES (?)", id);
      sql.update(
          "INSERT INTO worker (id, place, started_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
          id,
          place,
          now);
      connection.commit();
      locked = sql.exists("SELECT 1 FROM worker WHERE id = ? FOR UPDATE", id);
      if (!locked) {
        connection.rollback();
      }
    }
    return new Life(id, connection);
  }

  /** Removes dead workers with their leases and claims. */
  static void bury(Sql sql) {
    for (String dead : sql.texts("SELECT id FROM worker ORDER BY id FOR UPDATE SKIP LOCKED")) {
      sql.update("DELETE FROM worker_term WHERE worker = ?", dead);
      sql.update("DELETE FROM hold WHERE worker = ?", dead);
      sql.update("UPDATE entry SET claimed_by = NULL WHERE claimed_by = ?", dead);
      sql.update("DELETE FROM worker WHERE id = ?", dead);
    }
  }

  String id() {
    return id;
  }

  /** Returns whether the connection is still open, and so the lock. */
  boolean isAlive() {
    try {
      return connection.isValid(ALIVE_TIMEOUT_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Ends it: the row is free for anybody to bury. */
  @Override
  public void close() {
    try (connection) {
      connection.rollback();
    } catch (SQLException e) {
      // The connection was lost, and the lock with it.
    }
  }

  /**
   * Sets time-outs, because some clusters end sessions that idle in a transaction, or notice a dead
   * machine only late.
   */
  private static void keepOpen(Connection connection, Sql sql) throws SQLException {
    connection.setAutoCommit(true);
    for (String setting :
        new String[] {
          "SET idle_in_transaction_session_timeout = 0",
          "SET transaction_timeout = 0",
          "SET tcp_keepalives_idle = 30",
          "SET tcp_keepalives_interval = 10",
          "SET tcp_keepalives_count = 3"
        }) {
      try {
        sql.update(setting);
      } catch (SqlFailure e) {
        if (PostgresFailure.isConnectionLoss(e.reason())) {
          throw e;
        }
        // Not every PostgreSQL-compatible database knows every setting.
      }
    }
  }
}
