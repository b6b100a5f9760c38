package org.sovereignbook.sbp.authority.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Table as the database describes it, for operations over all tables. Its rows are JSON objects
 * with a member for each column that is not NULL; texts are in their stored form ({@link
 * StoredText}), so that all of them are valid JSON.
 *
 * @param key the columns of the primary key, in order; rows are sorted by them
 */
public record StoredTable(String name, List<Column> columns, List<String> key) {
  private static final int BATCH_ROWS = 500;

  /**
   * Column of a table.
   *
   * @param isNumber whether it is an integer; otherwise a text
   * @param isSerial whether the database numbers it
   */
  public record Column(String name, boolean isNumber, boolean isRequired, boolean isSerial) {}

  public StoredTable {
    columns = List.copyOf(columns);
    key = List.copyOf(key);
  }

  /** Consumer of rows. */
  @FunctionalInterface
  public interface RowTaker {
    void take(JsonObject row) throws SQLException;
  }

  /** Row that does not fit the table; the message says why, for people. */
  public static final class WrongRow extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongRow(String message) {
      super(message);
    }
  }

  /** Reads the description of a table. */
  public static StoredTable of(Sql sql, String name) throws SQLException {
    Connection connection = sql.connection();
    DatabaseMetaData data = connection.getMetaData();
    List<Column> columns = new ArrayList<>();
    try (ResultSet found = data.getColumns(null, connection.getSchema(), name, null)) {
      while (found.next()) {
        columns.add(
            new Column(
                found.getString("COLUMN_NAME"),
                found.getInt("DATA_TYPE") != Types.VARCHAR,
                found.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls,
                "YES".equals(found.getString("IS_AUTOINCREMENT"))));
      }
    }
    TreeMap<Integer, String> key = new TreeMap<>();
    try (ResultSet found = data.getPrimaryKeys(null, connection.getSchema(), name)) {
      while (found.next()) {
        key.put(found.getInt("KEY_SEQ"), found.getString("COLUMN_NAME"));
      }
    }
    return new StoredTable(name, columns, List.copyOf(key.values()));
  }

  /** Passes on each row, in the same order in every database. */
  public void rows(Sql sql, RowTaker to) throws SQLException {
    String order =
        columns.stream()
            .filter(column -> key.contains(column.name()))
            .sorted((one, other) -> key.indexOf(one.name()) - key.indexOf(other.name()))
            .map(one -> one.name() + (one.isNumber() ? "" : sql.dialect().byteOrder()))
            .collect(Collectors.joining(", "));
    sql.each(
        "SELECT " + names() + " FROM " + name + " ORDER BY " + order,
        row -> {
          JsonObject.Builder json = JsonObject.builder();
          for (int i = 0; i < columns.size(); i++) {
            Optional<JsonValue> value = value(row, i + 1, columns.get(i));
            if (value.isPresent()) {
              json.put(columns.get(i).name(), value.get());
            }
          }
          to.take(json.build());
        });
  }

  private static Optional<JsonValue> value(Sql.Row row, int number, Column column)
      throws SQLException {
    return column.isNumber()
        ? row.maybeNumber(number).map(JsonInteger::new)
        : Optional.ofNullable(row.columns().getString(number)).map(JsonString::new);
  }

  /** Insertion of rows in batches. Not thread-safe. */
  public final class Filling implements AutoCloseable {
    private final Sql sql;
    private final PreparedStatement statement;
    private int waiting;

    Filling(Sql sql) throws SQLException {
      this.sql = sql;
      this.statement =
          sql.connection()
              .prepareStatement(
                  "INSERT INTO %s (%s)%s VALUES (%s)"
                      .formatted(
                          name,
                          names(),
                          sql.dialect().ownNumbers(),
                          String.join(", ", Collections.nCopies(columns.size(), "?"))));
    }

    /**
     * Adds a row.
     *
     * @throws WrongRow when it does not fit this table
     */
    public void add(JsonObject row) throws SQLException {
      for (String member : row.members().keySet()) {
        if (columns.stream().noneMatch(column -> column.name().equals(member))) {
          throw new WrongRow(name + " has no column " + member);
        }
      }
      for (int i = 0; i < columns.size(); i++) {
        bind(i + 1, columns.get(i), row);
      }
      statement.addBatch();
      if (++waiting == BATCH_ROWS) {
        flush();
      }
    }

    private void bind(int number, Column column, JsonObject row) throws SQLException {
      if (!row.has(column.name())) {
        if (column.isRequired()) {
          throw new WrongRow(name + "." + column.name() + " is missing");
        }
        statement.setNull(number, column.isNumber() ? Types.BIGINT : Types.VARCHAR);
      } else if (column.isNumber()) {
        statement.setLong(
            number,
            row.integer(column.name())
                .orElseThrow(() -> new WrongRow(name + "." + column.name() + " is no integer")));
      } else {
        statement.setString(
            number,
            row.string(column.name())
                .filter(StoredText::isStored)
                .orElseThrow(() -> new WrongRow(name + "." + column.name() + " is no text")));
      }
    }

    private void flush() throws SQLException {
      if (waiting > 0) {
        int[] _ = statement.executeBatch();
        waiting = 0;
      }
    }

    /** Adds the waiting rows, and makes numbering continue after the largest number. */
    public void finish() throws SQLException {
      flush();
      for (Column column : columns) {
        Optional<String> renumber = sql.dialect().goOnNumbering(name, column.name());
        if (column.isSerial() && renumber.isPresent()) {
          boolean _ = sql.exists(renumber.get());
        }
      }
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  /** Begins to add rows. */
  public Filling fill(Sql sql) throws SQLException {
    return new Filling(sql);
  }

  private String names() {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }
}
