package org.sovereignbook.sbp.authority.sql;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonText;

/**
 * Table, or join, whose rows are records: each component is a column of its name, {@code isLent} of
 * {@code is_lent}, and a time {@code createdAt} of {@code created_ms}, in milliseconds since 1970.
 * A text, an enum and a {@link JsonText} are texts, a {@link JsonObject} its canonical text; a
 * boolean is a number, and a double one of millionths. NULL becomes an empty Optional, the number 0
 * or false. A nested record stands for its own columns; an Optional of one is empty when a
 * mandatory column of it is NULL.
 *
 * @param <R> the record
 */
public final class Rows<R extends Record> {

  /** Mark of the column that the database numbers; no insertion sets it. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Serial {}

  /** Mark of a column by which {@link #put} recognizes the row to replace. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Key {}

  /** Form of a type that a table stores as a text of its own. */
  public record Form<T>(Class<T> type, Function<String, T> read, Function<T, String> write) {
    String written(Object value) {
      return write.apply(type.cast(value));
    }
  }

  private final String name;
  private final Columns<R> columns;
  private final String names;
  private final String select;

  public Rows(String name, Class<R> type, Form<?>... forms) {
    this(name, type, Map.of(), forms);
  }

  /**
   * Creates a table with columns whose names differ from their components'.
   *
   * @param sql such as {@code event_id} for {@code event}, or {@code peer} for {@code peer.key},
   *     the {@code key} of the record {@code peer}; a table with an expression among them is only
   *     read
   */
  public Rows(String name, Class<R> type, Map<String, String> sql, Form<?>... forms) {
    this.name = name;
    this.columns = new Columns<>(type, sql, List.of(forms));
    this.names =
        columns.columns().stream().map(Columns.Column::name).collect(Collectors.joining(", "));
    this.select = "SELECT " + names + " FROM " + name + " ";
  }

  /**
   * Returns the rows of a query.
   *
   * @param which the part after FROM, such as {@code WHERE id = ?}
   */
  public List<R> list(Sql sql, String which, Object... parameters) {
    return sql.list(select + which, this::read, parameters);
  }

  /** Boundary around the reading of one row. */
  @FunctionalInterface
  public interface Boundary<R> {
    R read(String id, Supplier<R> row);
  }

  /**
   * Returns the rows of a query; an unreadable one stops no other.
   *
   * @param id an expression for the id by which the boundary names a row
   */
  public List<R> list(
      Sql sql, String id, Boundary<R> boundary, String which, Object... parameters) {
    int idColumn = columns.columns().size() + 1;
    return sql.list(
        "SELECT " + names + ", " + id + " FROM " + name + " " + which,
        row -> boundary.read(row.text(idColumn), () -> row.value(this::read)),
        parameters);
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
    return columns
        .read(row)
        .orElseThrow(() -> new IllegalStateException("nothing may be NULL of " + select));
  }

  /**
   * Inserts a row.
   *
   * @param more records with the columns that the program writes but does not read as part of this
   *     record
   */
  public void insert(Sql sql, R row, Record... more) {
    int _ = run(sql, "", row, more);
  }

  /** Inserts a row unless one with the same key exists. Returns whether it was inserted. */
  public boolean insertIfNew(Sql sql, R row, Record... more) {
    return run(sql, " ON CONFLICT DO NOTHING", row, more) > 0;
  }

  /** Inserts a row, or replaces all its columns in the row with the same {@link Key} columns. */
  public void put(Sql sql, R row, Record... more) {
    List<Columns.Column> all = written(more);
    String changes =
        names(all, column -> !column.isKey()).stream()
            .map(column -> column + " = excluded." + column)
            .collect(Collectors.joining(", "));
    String key = String.join(", ", names(all, Columns.Column::isKey));
    int _ = run(sql, " ON CONFLICT (" + key + ") DO UPDATE SET " + changes, row, more);
  }

  private int run(Sql sql, String conflict, R row, Record... more) {
    List<String> names = names(written(more), _ -> true);
    String statement =
        "INSERT INTO "
            + name
            + " ("
            + String.join(", ", names)
            + ") VALUES ("
            + String.join(", ", Collections.nCopies(names.size(), "?"))
            + ")"
            + conflict;
    return sql.update(statement, values(row, more));
  }

  private List<Columns.Column> written(Record... more) {
    List<Columns.Column> all = new ArrayList<>(columns.columns());
    for (Record each : more) {
      all.addAll(Columns.of(each).columns());
    }
    all.removeIf(Columns.Column::isSerial);
    return all;
  }

  private static List<String> names(List<Columns.Column> of, Predicate<Columns.Column> which) {
    return of.stream().filter(which).map(Columns.Column::name).toList();
  }

  private Object[] values(R row, Record... more) {
    List<Object> values = new ArrayList<>(columns.values(row));
    for (Record each : more) {
      values.addAll(Columns.of(each).values(each));
    }
    return values.toArray();
  }
}
