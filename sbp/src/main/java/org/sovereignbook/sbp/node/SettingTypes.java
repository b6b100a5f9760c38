package org.sovereignbook.sbp.node;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonBoolean;
import org.sovereignbook.sbp.json.JsonDecimal;
import org.sovereignbook.sbp.json.JsonInteger;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonString;
import org.sovereignbook.sbp.json.JsonValue;

/** The types of settings. */
final class SettingTypes {
  static final Setting.Type<Boolean> FLAG = new Flag();
  static final Setting.Type<JsonObject> OBJECT = new AnyObject();

  private SettingTypes() {}

  static Setting.Type<Long> whole(long min, long max) {
    return new Whole(min, max);
  }

  static Setting.Type<Integer> integer(int min, int max) {
    return new Mapped<>(new Whole(min, max), Math::toIntExact, Integer::longValue);
  }

  static Setting.Type<Duration> duration(ChronoUnit unit, int min, int max) {
    return new Mapped<>(
        new Whole(min, max),
        number -> Duration.of(number, unit),
        time -> time.dividedBy(unit.getDuration()));
  }

  static Setting.Type<Double> decimal(double min, double max) {
    return new Decimal(min, max);
  }

  static Setting.Type<String> text(Predicate<String> allowed, String expected) {
    return new Text(allowed, expected);
  }

  static <T> Setting.Type<T> oneOf(List<T> all) {
    return new OneOf<>(all);
  }

  static <T> Setting.Type<List<T>> list(Setting.Type<T> each, int min) {
    return new Listed<>(each, min);
  }

  private record Whole(long min, long max) implements Setting.Type<Long> {
    @Override
    public Optional<Long> read(JsonValue value) {
      return value instanceof JsonInteger(long number) && number >= min && number <= max
          ? Optional.of(number)
          : Optional.empty();
    }

    @Override
    public JsonValue json(Long value) {
      return new JsonInteger(value);
    }

    @Override
    public String range() {
      return min + " to " + max;
    }

    @Override
    public String expected() {
      return "a whole number from " + range();
    }
  }

  private record Decimal(double min, double max) implements Setting.Type<Double> {
    @Override
    public Optional<Double> read(JsonValue value) {
      Optional<Double> number =
          switch (value) {
            case JsonInteger(long whole) -> Optional.of((double) whole);
            case JsonDecimal(BigDecimal decimal) -> Optional.of(decimal.doubleValue());
            default -> Optional.empty();
          };
      return number.filter(it -> it >= min && it <= max);
    }

    @Override
    public JsonValue json(Double value) {
      return new JsonDecimal(BigDecimal.valueOf(value));
    }

    @Override
    public String range() {
      return min + " to " + max;
    }

    @Override
    public String expected() {
      return "a number from " + range();
    }
  }

  private record Flag() implements Setting.Type<Boolean> {
    @Override
    public Optional<Boolean> read(JsonValue value) {
      return value instanceof JsonBoolean(boolean flag) ? Optional.of(flag) : Optional.empty();
    }

    @Override
    public JsonValue json(Boolean value) {
      return new JsonBoolean(value);
    }

    @Override
    public String range() {
      return "true, false";
    }

    @Override
    public String expected() {
      return "true or false";
    }
  }

  private record Text(Predicate<String> allowed, String expected) implements Setting.Type<String> {
    @Override
    public Optional<String> read(JsonValue value) {
      return value instanceof JsonString(String text) && allows(text)
          ? Optional.of(text)
          : Optional.empty();
    }

    /** What makes a parser throw is not allowed either. */
    private boolean allows(String text) {
      try {
        return allowed.test(text);
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    @Override
    public JsonValue json(String value) {
      return new JsonString(value);
    }

    @Override
    public String range() {
      return expected;
    }
  }

  private record OneOf<T>(List<T> all) implements Setting.Type<T> {
    @Override
    public Optional<T> read(JsonValue value) {
      return value instanceof JsonString(String word)
          ? all.stream().filter(it -> it.toString().equals(word)).findFirst()
          : Optional.empty();
    }

    @Override
    public JsonValue json(T value) {
      return new JsonString(value.toString());
    }

    @Override
    public String range() {
      return all.stream().map(T::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String expected() {
      return all.stream()
          .map(T::toString)
          .sorted()
          .collect(Collectors.joining(", ", "one of ", ""));
    }
  }

  private record Listed<T>(Setting.Type<T> each, int min) implements Setting.Type<List<T>> {
    @Override
    public Optional<List<T>> read(JsonValue value) {
      if (!(value instanceof JsonArray(List<JsonValue> elements)) || elements.size() < min) {
        return Optional.empty();
      }
      List<T> read = new ArrayList<>();
      for (JsonValue element : elements) {
        Optional<T> one = each.read(element);
        if (one.isEmpty()) {
          return Optional.empty();
        }
        read.add(one.get());
      }
      return Optional.of(List.copyOf(read));
    }

    @Override
    public JsonValue json(List<T> value) {
      return JsonArray.of(value.stream().map(each::json).toList());
    }

    @Override
    public String range() {
      return "each " + each.range();
    }

    @Override
    public String expected() {
      return "an array" + (min > 0 ? " of at least one" : "") + ", each " + each.expected();
    }
  }

  private record AnyObject() implements Setting.Type<JsonObject> {
    @Override
    public Optional<JsonObject> read(JsonValue value) {
      return value instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    @Override
    public JsonValue json(JsonObject value) {
      return value;
    }

    @Override
    public String range() {
      return "an object";
    }

    @Override
    public String expected() {
      return range();
    }
  }

  /** A type whose values stand in the file as those of another. */
  private record Mapped<F, T>(Setting.Type<F> inFile, Function<F, T> read, Function<T, F> write)
      implements Setting.Type<T> {
    @Override
    public Optional<T> read(JsonValue value) {
      return inFile.read(value).map(read);
    }

    @Override
    public JsonValue json(T value) {
      return inFile.json(write.apply(value));
    }

    @Override
    public String range() {
      return inFile.range();
    }

    @Override
    public String expected() {
      return inFile.expected();
    }
  }
}
