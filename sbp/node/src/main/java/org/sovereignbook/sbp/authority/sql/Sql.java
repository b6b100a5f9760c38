package org.sovereignbook.sbp.authority.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Statements on one connection; a failed one is a {@link SqlFailure}. Values are passed as
 * parameters only, never inside a statement. Text is returned exactly as it was stored ({@link
 * StoredText}). Not thread-safe.
 */
public class Sql {
  private static final int FETCHED_ROWS = 500;

  /** The longest text that a statement which is not in use may hold. */
  private static final int MAX_HELD_CHARACTERS = 1_000;

  private final Connection connection;
  private final Dialect dialect;
  private final IdleStatements idle;

  /** Empty for a database whose changes cannot be noticed so. */
  private final Optional<OwnChanges> changes;

  /** Creates an instance for a connection whose driver caches prepared statements. */
  public Sql(Connection connection, Dialect dialect) {
    this(connection, dialect, new IdleStatements(0), Optional.empty());
  }

  Sql(Connection connection, Dialect dialect, IdleStatements idle, Optional<OwnChanges> changes) {
    this.connection = connection;
    this.dialect = dialect;
    this.idle = idle;
    this.changes = changes;
  }

  /** Creates an instance that shares the connection of another. */
  protected Sql(Sql other) {
    this(other.connection, other.dialect, other.idle, other.changes);
  }

  public final Dialect dialect() {
    return dialect;
  }

  Connection connection() {
    return connection;
  }

  /** State of some tables, for comparison only. */
  public static final class Version {
    private final OwnChanges connection;
    private final long byOthers;
    private final long own;

    private Version(OwnChanges connection, long byOthers, long own) {
      this.connection = connection;
      this.byOthers = byOthers;
      this.own = own;
    }

    /** Returns whether nothing was changed between the two; in doubt it was. */
    @SuppressWarnings("ReferenceEquality") // Of another connection nothing is known.
    public boolean isSame(Version other) {
      return connection == other.connection && byOthers == other.byOthers && own == other.own;
    }
  }

  /**
   * Returns the state of the tables whose names begin so; empty where the database cannot tell.
   * Changes of one's own transaction count, too, even when they are undone.
   */
  public final Optional<Version> version(String tables) {
    return changes.map(own -> new Version(own, number("PRAGMA data_version"), own.of(tables)));
  }

  /** Reads a value from the current row. */
  @FunctionalInterface
  public interface RowReader<T> {
    T read(Row row) throws SQLException;
  }

  /** Columns of the current row, counted from 1. */
  public record Row(ResultSet columns) {
    /**
     * Reads a value where no checked exception may pass.
     *
     * @throws SqlFailure when the database fails
     */
    public <T> T value(RowReader<T> reader) {
      try {
        return reader.read(this);
      } catch (SQLException e) {
        throw new SqlFailure(e);
      }
    }

    public String text(int column) throws SQLException {
      return StoredText.decode(columns.getString(column));
    }

    public long number(int column) throws SQLException {
      return columns.getLong(column);
    }

    public byte[] bytes(int column) throws SQLException {
      return columns.getBytes(column);
    }

    /** Returns a text, unless the column is NULL. */
    public Optional<String> maybeText(int column) throws SQLException {
      return Optional.ofNullable(columns.getString(column)).map(StoredText::decode);
    }

    /** Returns a number, unless the column is NULL. */
    public Optional<Long> maybeNumber(int column) throws SQLException {
      long number = columns.getLong(column);
      return columns.wasNull() ? Optional.empty() : Optional.of(number);
    }
  }

  /**
   * Runs a statement that changes something.
   *
   * @param parameters each a String, a Long, an Integer, a byte[], or an Optional of one, which is
   *     NULL when empty
   * @return the number of changed rows
   */
  public final int update(String statement, Object... parameters) {
    return run(statement, PreparedStatement::executeUpdate, parameters);
  }

  public final <T> List<T> list(String query, RowReader<T> reader, Object... parameters) {
    return run(
        query,
        prepared -> {
          try (ResultSet result = prepared.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
              rows.add(reader.read(new Row(result)));
            }
            return rows;
          }
        },
        parameters);
  }

  /** Consumer of rows. */
  @FunctionalInterface
  public interface RowTaker {
    void take(Row row) throws SQLException;
  }

  /**
   * Passes on rows one by one, for results larger than the memory; must run within a transaction.
   */
  public final void each(String query, RowTaker taker, Object... parameters) {
    boolean _ =
        run(
            query,
            prepared -> {
              prepared.setFetchSize(FETCHED_ROWS);
              try (ResultSet result = prepared.executeQuery()) {
                while (result.next()) {
                  taker.take(new Row(result));
                }
              }
              return true;
            },
            parameters);
  }

  /** Returns the first row of a query, if there is one. */
  public final <T> Optional<T> first(String query, RowReader<T> reader, Object... parameters) {
    return list(query, reader, parameters).stream().findFirst();
  }

  /** Returns the only column of a query for texts. */
  public final List<String> texts(String query, Object... parameters) {
    return list(query, row -> row.text(1), parameters);
  }

  /** Returns the number of a query, such as a count; 0 when there is no row. */
  public final long number(String query, Object... parameters) {
    return first(query, row -> row.number(1), parameters).orElse(0L);
  }

  public final boolean exists(String query, Object... parameters) {
    return first(query, _ -> true, parameters).isPresent();
  }

  public final boolean hasTable(String name) {
    return exists(dialect.tableQuery(), name);
  }

  /** Runs a script of the program itself: statements that end with a semicolon. */
  public final void script(String text) {
    changes.ifPresent(own -> own.noteScript(text));
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(text);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  /** Use of a prepared statement; its results are closed afterwards. */
  private interface Use<T> {
    T with(PreparedStatement prepared) throws SQLException;
  }

  private <T> T run(String statement, Use<T> use, Object... parameters) {
    try {
      return tried(statement, use, parameters);
    } catch (SQLException e) {
      throw new SqlFailure(e);
    }
  }

  private <T> T tried(String statement, Use<T> use, Object... parameters) throws SQLException {
    changes.ifPresent(own -> own.note(statement));
    PreparedStatement prepared = idle.take(connection, statement);
    T result;
    try {
      requireAll(prepared, parameters.length);
      for (int i = 0; i < parameters.length; i++) {
        bind(prepared, i + 1, parameters[i]);
      }
      result = use.with(prepared);
    } catch (SQLException | RuntimeException | Error e) {
      try (prepared) {
        throw e;
      }
    }
    idle.giveBack(statement, prepared, areLarge(parameters));
    return result;
  }

  /** A value that is not given would be the one of an earlier use. */
  private void requireAll(PreparedStatement prepared, int given) throws SQLException {
    if (changes.isPresent() && prepared.getParameterMetaData().getParameterCount() > given) {
      throw new IllegalArgumentException("a value of a statement is missing");
    }
  }

  private static boolean areLarge(Object... parameters) {
    for (Object each : parameters) {
      if (isLarge(each)
          || (each instanceof Optional<?> maybe && maybe.isPresent() && isLarge(maybe.get()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLarge(Object value) {
    return value instanceof byte[]
        || (value instanceof String text && text.length() > MAX_HELD_CHARACTERS);
  }

  @SuppressWarnings("IfChainToSwitch") // A process's first type switch costs a tenth of a start.
  private static void bind(PreparedStatement prepared, int index, Object value)
      throws SQLException {
    if (value instanceof String text) {
      prepared.setString(index, StoredText.encode(text));
    } else if (value instanceof Long number) {
      prepared.setLong(index, number);
    } else if (value instanceof Integer number) {
      prepared.setInt(index, number);
    } else if (value instanceof byte[] bytes) {
      prepared.setBytes(index, bytes);
    } else if (value instanceof Optional<?> maybe) {
      bindMaybe(prepared, index, maybe);
    } else {
      throw new IllegalArgumentException("no column holds a " + value.getClass());
    }
  }

  private static void bindMaybe(PreparedStatement prepared, int index, Optional<?> maybe)
      throws SQLException {
    if (maybe.isPresent()) {
      bind(prepared, index, maybe.get());
    } else {
      prepared.setObject(index, null);
    }
  }
}
