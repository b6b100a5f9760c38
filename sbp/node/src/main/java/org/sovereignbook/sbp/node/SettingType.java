package org.sovereignbook.sbp.node;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Type of a setting's values, and their form in the file. Immutable.
 *
 * @param reader returns the value; empty when it is none of this type
 * @param range the valid values, for a table: {@code 1 to 100}
 * @param expected the valid values, for an error: {@code a whole number from 1 to 100}
 */
public record SettingType<T>(
    Function<JsonValue, Optional<T>> reader,
    Function<T, JsonValue> writer,
    String range,
    String expected) {

  /** Returns the value; empty when it is none of this type. */
  public Optional<T> read(JsonValue value) {
    return reader.apply(value);
  }

  /** Returns the value's form in the file. */
  public JsonValue json(T value) {
    return writer.apply(value);
  }

  static SettingType<Long> whole(long min, long max) {
    String range = min + " to " + max;
    return new SettingType<>(
        value ->
            value instanceof JsonInteger(long number) && number >= min && number <= max
                ? Optional.of(number)
                : Optional.empty(),
        JsonInteger::new,
        range,
        "a whole number from " + range);
  }

  static SettingType<Integer> integer(int min, int max) {
    return whole(min, max).as(Math::toIntExact, Integer::longValue);
  }

  static SettingType<Duration> duration(ChronoUnit unit, int min, int max) {
    return whole(min, max)
        .as(number -> Duration.of(number, unit), time -> time.dividedBy(unit.getDuration()));
  }

  static SettingType<Double> decimal(double min, double max) {
    String range = min + " to " + max;
    return new SettingType<>(
        value ->
            // No switch over types: see Jcs.
            value instanceof JsonInteger(long whole)
                ? within((double) whole, min, max)
                : value instanceof JsonDecimal decimal
                    ? within(decimal.doubleValue(), min, max)
                    : Optional.empty(),
        JsonDecimal::of,
        range,
        "a number from " + range);
  }

  static SettingType<Boolean> flag() {
    return new SettingType<>(
        value -> value instanceof JsonBoolean(boolean flag) ? Optional.of(flag) : Optional.empty(),
        JsonBoolean::new,
        "true, false",
        "true or false");
  }

  /** Allows only texts that a parser accepts without an exception. */
  static SettingType<String> text(Predicate<String> allowed, String expected) {
    return new SettingType<>(
        value -> {
          try {
            return value instanceof JsonString(String text) && allowed.test(text)
                ? Optional.of(text)
                : Optional.empty();
          } catch (IllegalArgumentException e) {
            return Optional.empty();
          }
        },
        JsonString::new,
        expected,
        expected);
  }

  static <T> SettingType<T> oneOf(List<T> all) {
    List<String> words = all.stream().map(Object::toString).toList();
    return new SettingType<>(
        value ->
            value instanceof JsonString(String word) && words.contains(word)
                ? Optional.of(all.get(words.indexOf(word)))
                : Optional.empty(),
        value -> new JsonString(value.toString()),
        String.join(", ", words),
        words.stream().sorted().collect(Collectors.joining(", ", "one of ", "")));
  }

  static <T> SettingType<List<T>> listOf(SettingType<T> each, int min) {
    return new SettingType<>(
        value ->
            value instanceof JsonArray(List<JsonValue> elements) && elements.size() >= min
                ? each.all(elements)
                : Optional.empty(),
        list -> JsonArray.of(list.stream().map(each::json).toList()),
        "each " + each.range,
        "an array" + (min > 0 ? " of at least one" : "") + ", each " + each.expected);
  }

  static SettingType<JsonObject> object() {
    return new SettingType<>(
        value -> value instanceof JsonObject object ? Optional.of(object) : Optional.empty(),
        object -> object,
        "an object",
        "an object");
  }

  private Optional<List<T>> all(List<JsonValue> elements) {
    List<T> read = new ArrayList<>();
    elements.forEach(element -> read(element).ifPresent(read::add));
    return read.size() == elements.size() ? Optional.of(List.copyOf(read)) : Optional.empty();
  }

  private <U> SettingType<U> as(Function<T, U> read, Function<U, T> write) {
    return new SettingType<>(
        value -> read(value).map(read), value -> json(write.apply(value)), range, expected);
  }

  private static Optional<Double> within(double value, double min, double max) {
    return value >= min && value <= max ? Optional.of(value) : Optional.empty();
  }
}
