package org.sovereignbook.sbp.plugins.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.store.StoreException;

/**
 * A schema of a PostgreSQL database, through a small pool of connections. A connection that breaks
 * is replaced at the next use; a transaction that the database breaks off because of others is run
 * again. Thread-safe.
 */
final class PostgresDatabase implements Database {
  private static final int MAX_ATTEMPTS = 12;
  private static final int FIRST_PAUSE_MILLIS = 5;
  private static final int MAX_PAUSE_MILLIS = 500;

  private final PostgresConfig config;
  private final FirstConnection source;
  private final HikariDataSource pool;

  private PostgresDatabase(PostgresConfig config, FirstConnection source, HikariDataSource pool) {
    this.config = config;
    this.source = source;
    this.pool = pool;
  }

  /**
   * Connects, and makes or updates the schema's tables.
   *
   * @param lost the error for a schema without tables that had some; empty when it may be new
   */
  static PostgresDatabase open(PostgresConfig config, Supplier<Optional<String>> lost) {
    FirstConnection source = source(config);
    try {
      PostgresSchema.update(source, config, lost);
    } catch (StoreException e) {
      source.close();
      throw e;
    }
    return new PostgresDatabase(config, source, pool(source, config));
  }

  /** Opens a connection of its own, beside the pool; the caller closes it. */
  static Connection connect(PostgresConfig config) throws SQLException {
    return source(config).getConnection();
  }

  @Override
  public String location() {
    return config.location();
  }

  @Override
  public <T> T read(Work<T> work) {
    return repeatedly(
        connection -> {
          connection.setAutoCommit(true);
          return work.run(new Sql(connection, Dialect.POSTGRES));
        });
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    return write(
        sql -> {
          sql.script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
          return work.run(sql);
        });
  }

  @Override
  public <T> T write(Work<T> work) {
    return repeatedly(
        connection -> {
          connection.setAutoCommit(false);
          try {
            T result = work.run(new Sql(connection, Dialect.POSTGRES));
            commit(connection);
            return result;
          } catch (SQLException | RuntimeException | Error e) {
            undo(connection, e);
            throw e;
          }
        });
  }

  @Override
  public void close() {
    pool.close();
    source.close();
  }

  private interface Attempt<T> {
    T run(Connection connection) throws SQLException;
  }

  private <T> T repeatedly(Attempt<T> attempt) {
    for (int attempts = 1; ; attempts++) {
      try (Connection connection = pool.getConnection()) {
        return attempt.run(connection);
      } catch (SQLException e) {
        if (attempts == MAX_ATTEMPTS || !PostgresFailure.isWorthRepeating(e)) {
          throw PostgresFailure.explain(config, e);
        }
      }
      pause(attempts);
    }
  }

  /** Commits; if the connection breaks here, the outcome of the transaction is unknown. */
  private static void commit(Connection connection) throws SQLException {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw PostgresFailure.isConnectionLoss(e) ? new InDoubtException(e) : e;
    }
  }

  private static void undo(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private static void pause(int attempts) {
    int limit = Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(attempts, 10));
    try {
      TimeUnit.MILLISECONDS.sleep(1 + ThreadLocalRandom.current().nextInt(limit));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for PostgreSQL", e);
    }
  }

  private static FirstConnection source(PostgresConfig config) {
    FirstConnection source = new FirstConnection();
    source.setURL(config.url());
    config.user().ifPresent(source::setUser);
    config.password().ifPresent(source::setPassword);
    source.setCurrentSchema(config.schema());
    source.setApplicationName("sbp");
    source.setConnectTimeout(config.timeoutSeconds());
    source.setLoginTimeout(config.timeoutSeconds());
    source.setTcpKeepAlive(true);
    return source;
  }

  private static HikariDataSource pool(DataSource source, PostgresConfig config) {
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("sbp");
    pool.setDataSource(source);
    pool.setMaximumPoolSize(config.connections());
    pool.setMinimumIdle(0);
    pool.setConnectionTimeout(TimeUnit.SECONDS.toMillis(config.timeoutSeconds()));
    // The server keeps running when the database is away for a while.
    pool.setInitializationFailTimeout(-1);
    pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    // An accepted envelope has to survive a crash of the database too.
    pool.setConnectionInitSql(
        "SELECT set_config('synchronous_commit', 'on', false)"
            + " WHERE current_setting('synchronous_commit') = 'off'");
    return new HikariDataSource(pool);
  }
}
