package org.sovereignbook.sbp.node;

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
import org.sovereignbook.sbp.node.Setting.Type;

/** The types of settings. */
final class SettingTypes {
  static final Type<Boolean> FLAG = new Flag();
  static final Type<JsonObject> OBJECT = new AnyObject();

  private SettingTypes() {}

  static Type<Long> whole(long min, long max) {
    return new Whole(min, max);
  }

  static Type<Integer> integer(int min, int max) {
    return new Mapped<>(new Whole(min, max), Math::toIntExact, Integer::longValue);
  }

  static Type<Duration> duration(ChronoUnit unit, int min, int max) {
    return new Mapped<>(
        new Whole(min, max),
        number -> Duration.of(number, unit),
        time -> time.dividedBy(unit.getDuration()));
  }

  static Type<Double> decimal(double min, double max) {
    return new Decimal(min, max);
  }

  static Type<String> text(Predicate<String> allowed, String expected) {
    return new Text(allowed, expected);
  }

  static <T> Type<T> oneOf(List<T> all) {
    return new OneOf<>(all);
  }

  static <T> Type<List<T>> list(Type<T> each, int min) {
    return new Listed<>(each, min);
  }

  private record Whole(long min, long max) implements Type<Long> {
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

  private record Decimal(double min, double max) implements Type<Double> {
    @Override
    public Optional<Double> read(JsonValue value) {
      Optional<Double> number =
          switch (value) {
            case JsonInteger(long whole) -> Optional.of((double) whole);
            case JsonDecimal decimal -> Optional.of(decimal.doubleValue());
            default -> Optional.empty();
          };
      return number.filter(it -> it >= min && it <= max);
    }

    @Override
    public JsonValue json(Double value) {
      return JsonDecimal.of(value);
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

  private record Flag() implements Type<Boolean> {
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

  private record Text(Predicate<String> allowed, String expected) implements Type<String> {
    @Override
    public Optional<String> read(JsonValue value) {
      return value instanceof JsonString(String text) && allowed.test(text)
          ? Optional.of(text)
          : Optional.empty();
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

  private record OneOf<T>(List<T> all) implements Type<T> {
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

  private record Listed<T>(Type<T> each, int min) implements Type<List<T>> {
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

  private record AnyObject() implements Type<JsonObject> {
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
  private record Mapped<F, T>(Type<F> inFile, Function<F, T> read, Function<T, F> write)
      implements Type<T> {
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
