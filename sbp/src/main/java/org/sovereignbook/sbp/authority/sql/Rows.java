package org.sovereignbook.sbp.authority.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Table, or join, whose rows are read as records: each component is a column of its name, {@code
 * leaseUntilMs} of {@code lease_until_ms}. A text, an enum and a {@link JsonText} are texts; a
 * boolean is a number. NULL becomes an empty Optional, the number 0 or false. A nested record
 * stands for its own columns; an Optional of one is empty when a mandatory column of it is NULL.
 *
 * @param <R> the record
 */
public final class Rows<R extends Record> {
  private final Shape<R> shape;
  private final Map<Class<?>, Function<String, ?>> parsers;
  private final String select;

  public Rows(String name, Class<R> type) {
    this(name, type, Map.of());
  }

  /**
   * Creates a table with columns whose names differ from their components'.
   *
   * @param sql such as {@code event_id} for {@code event}, or {@code peer} for {@code peer.key},
   *     the {@code key} of the record {@code peer}
   */
  public Rows(String name, Class<R> type, Map<String, String> sql) {
    this(name, type, sql, Map.of());
  }

  /** Creates a table with parsers for types that it stores in a form of its own. */
  public Rows(
      String name,
      Class<R> type,
      Map<String, String> sql,
      Map<Class<?>, Function<String, ?>> parsers) {
    this.shape = Shape.of(type);
    this.parsers = parsers;
    List<String> columns = new ArrayList<>();
    add(columns, shape, "", sql);
    this.select = "SELECT " + String.join(", ", columns) + " FROM " + name + " ";
  }

  private void add(List<String> columns, Shape<?> of, String path, Map<String, String> sql) {
    of.members(
        (name, type) -> {
          if (isWithin(type)) {
            add(columns, within(type), name + ".", sql);
          } else {
            columns.add(sql.getOrDefault(path + name, name));
          }
        });
  }

  private boolean isWithin(Class<?> type) {
    return type.isRecord() && !JsonText.class.isAssignableFrom(type) && !parsers.containsKey(type);
  }

  private static Shape<?> within(Class<?> type) {
    return Shape.of(type.asSubclass(Record.class));
  }

  /**
   * Returns the rows of a query.
   *
   * @param which the part after FROM, such as {@code WHERE id = ?}
   */
  public List<R> list(Sql sql, String which, Object... parameters) {
    return sql.list(select + which, this::read, parameters);
  }

  /** Returns the first row, if there is one; adds the LIMIT. */
  public Optional<R> first(Sql sql, String which, Object... parameters) {
    return sql.first(select + which + " LIMIT 1", this::read, parameters);
  }

  /**
   * Passes on rows one by one, for results larger than the memory; must run within a transaction.
   */
  public void each(Sql sql, String which, Consumer<R> taker, Object... parameters) {
    sql.each(select + which, row -> taker.accept(read(row)), parameters);
  }

  private R read(Sql.Row row) throws SQLException {
    return shape
        .read(new Cells(row))
        .orElseThrow(() -> new IllegalStateException("nothing may be NULL of " + select));
  }

  /** Cells of one row, in order. */
  private final class Cells implements Shape.Values<SQLException> {
    private final Sql.Row row;
    private int column;

    Cells(Sql.Row row) {
      this.row = row;
    }

    @Override
    public Optional<?> next(Class<?> type) throws SQLException {
      if (isWithin(type)) {
        return within(type).read(this);
      }
      column++;
      if (type == Long.class) {
        return row.maybeNumber(column);
      }
      if (type == long.class) {
        return Optional.of(row.number(column));
      }
      if (type == int.class) {
        return Optional.of(Math.toIntExact(row.number(column)));
      }
      if (type == boolean.class) {
        return Optional.of(row.number(column) != 0);
      }
      return row.maybeText(column).map(parsers.getOrDefault(type, text -> Shape.parse(type, text)));
    }
  }
}
