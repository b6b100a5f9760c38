package org.sovereignbook.sbp.authority.sql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Columns of the components of a record, in order, and the form of each value in the database.
 * Immutable.
 */
final class Columns<R extends Record> {
  private static final String AT = "_at";
  private static final double MILLIONTHS = 1e6;

  /** Columns of records that have no names or forms of their own; made once for each. */
  private static final ClassValue<Columns<?>> PLAIN =
      new ClassValue<>() {
        @Override
        protected Columns<?> computeValue(Class<?> type) {
          return new Columns<>(type.asSubclass(Record.class), Map.of(), List.of());
        }
      };

  /**
   * Column in a statement.
   *
   * @param name its name, or the expression that computes it
   * @param path from the record to the component, through nested records
   */
  record Column(String name, List<Shape.Part> path) {
    boolean isSerial() {
      return path.getLast().declared().isAnnotationPresent(Rows.Serial.class);
    }

    boolean isKey() {
      return path.getLast().declared().isAnnotationPresent(Rows.Key.class);
    }

    Optional<?> valueIn(Record record) {
      Optional<?> value = Optional.of(record);
      for (Shape.Part step : path) {
        value = value.flatMap(there -> step.valueOf((Record) there));
      }
      return value;
    }
  }

  private final Shape<R> shape;
  private final Map<Class<?>, Rows.Form<?>> forms;
  private final List<Column> columns;

  Columns(Class<R> type, Map<String, String> names, List<Rows.Form<?>> forms) {
    this.shape = Shape.of(type);
    Map<Class<?>, Rows.Form<?>> byType = new HashMap<>();
    forms.forEach(form -> byType.put(form.type(), form));
    this.forms = Map.copyOf(byType);
    List<Column> found = new ArrayList<>();
    add(found, shape, List.of(), names);
    this.columns = List.copyOf(found);
  }

  static Columns<?> of(Record record) {
    return PLAIN.get(record.getClass());
  }

  List<Column> columns() {
    return columns;
  }

  private void add(
      List<Column> to, Shape<?> of, List<Shape.Part> above, Map<String, String> names) {
    String prefix = above.isEmpty() ? "" : above.getLast().name() + ".";
    for (Shape.Part each : of.components()) {
      List<Shape.Part> path = new ArrayList<>(above);
      path.add(each);
      if (isWithin(each.mere())) {
        add(to, within(each.mere()), path, names);
      } else {
        to.add(
            new Column(names.getOrDefault(prefix + each.name(), column(each)), List.copyOf(path)));
      }
    }
  }

  /**
   * Returns {@code created_ms} for the time {@code createdAt}, and {@code due_ms} for {@code due}.
   */
  private static String column(Shape.Part component) {
    String name = component.name();
    if (!isTime(component.mere())) {
      return name;
    }
    return (name.endsWith(AT) ? name.substring(0, name.length() - AT.length()) : name) + "_ms";
  }

  private static boolean isTime(Class<?> type) {
    return type == Instant.class || type == Timestamp.class;
  }

  private boolean isWithin(Class<?> type) {
    return type.isRecord()
        && !JsonText.class.isAssignableFrom(type)
        && type != JsonObject.class
        && !forms.containsKey(type);
  }

  private static Shape<?> within(Class<?> type) {
    return Shape.of(type.asSubclass(Record.class));
  }

  /** Reads a row of these columns; empty when a mandatory one is NULL. */
  Optional<R> read(Sql.Row row) throws SQLException {
    return shape.read(new Cells(row));
  }

  /** Returns the values of the columns that an insertion sets, in the database's form. */
  List<Object> values(Record record) {
    List<Object> values = new ArrayList<>(columns.size());
    for (Column column : columns) {
      if (!column.isSerial()) {
        Class<?> type = column.path().getLast().mere();
        values.add(column.valueIn(record).map(there -> cell(type, there)));
      }
    }
    return values;
  }

  /** No switch over patterns: the first one in a process costs more than everything else here. */
  private Object cell(Class<?> type, Object value) {
    Rows.Form<?> form = forms.get(type);
    if (form != null) {
      return form.written(value);
    }
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (value instanceof Double decimal) {
      return Math.round(decimal * MILLIONTHS);
    }
    if (value instanceof Instant time) {
      return time.toEpochMilli();
    }
    if (value instanceof Timestamp time) {
      return time.instant().toEpochMilli();
    }
    if (value instanceof JsonObject json) {
      return new String(Jcs.canonicalize(json), StandardCharsets.UTF_8);
    }
    if (value instanceof Enum<?> constant) {
      return Words.spelled(constant);
    }
    return value instanceof JsonText ? value.toString() : value;
  }

  private Object parsed(Class<?> type, String text) {
    Rows.Form<?> form = forms.get(type);
    if (form != null) {
      return form.read().apply(text);
    }
    return type == JsonObject.class ? json(text) : Shape.parse(type, text);
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new IllegalStateException("a row of the society's database is damaged", e);
    }
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
      if (type == Integer.class) {
        return row.maybeNumber(column).map(Math::toIntExact);
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
      if (type == double.class || type == Double.class) {
        return row.maybeNumber(column).map(number -> number / MILLIONTHS);
      }
      if (isTime(type)) {
        return row.maybeNumber(column).map(ms -> time(type, ms));
      }
      return row.maybeText(column).map(text -> parsed(type, text));
    }

    private static Object time(Class<?> type, long ms) {
      return type == Instant.class ? Instant.ofEpochMilli(ms) : Timestamp.ofMillis(ms);
    }
  }
}
