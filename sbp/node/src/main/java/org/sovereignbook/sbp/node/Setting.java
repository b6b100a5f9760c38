package org.sovereignbook.sbp.node;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Setting of {@code scheduler-config.json}, declared once in the package that reads it. Reading,
 * the file that {@code sbp init} writes, docs/configuration.md, {@code sbp config} and the check
 * for unknown keys all use this declaration. Immutable; declaring one does no work.
 *
 * @param key its place in the file: {@code delivery_config.max_connections}. A {@code *} stands for
 *     any name, as in {@code components.*.interval_minutes}
 * @param byDefault the value when it is not set; a setting without one is not written by init
 * @param unit the unit of a number; empty when the meaning names it
 * @param meaning one sentence, for a table
 */
public record Setting<T>(
    String key, SettingType<T> type, Optional<T> byDefault, String unit, String meaning) {
  private static final Set<String> UNITS =
      Set.of("seconds", "minutes", "days", "bytes", "lines", "files", "tokens");

  /** Creates a setting with a whole number. */
  public static Setting<Integer> integer(
      String key, int byDefault, int min, int max, String meaning) {
    return of(key, SettingType.integer(min, max), byDefault, meaning);
  }

  /** Creates a setting with a whole number that may be large. */
  public static Setting<Long> longInteger(
      String key, long byDefault, long min, long max, String meaning) {
    return of(key, SettingType.whole(min, max), byDefault, meaning);
  }

  public static Setting<Double> decimal(
      String key, double byDefault, double min, double max, String meaning) {
    return of(key, SettingType.decimal(min, max), byDefault, meaning);
  }

  public static Setting<Boolean> flag(String key, boolean byDefault, String meaning) {
    return of(key, SettingType.flag(), byDefault, meaning);
  }

  /** Creates a time whose unit is the last word of the key. */
  public static Setting<Duration> duration(
      String key, int byDefault, int min, int max, String meaning) {
    ChronoUnit unit = ChronoUnit.valueOf(lastWord(key).toUpperCase(Locale.ROOT));
    Duration usual = Duration.of(byDefault, unit);
    return of(key, SettingType.duration(unit, min, max), usual, meaning);
  }

  /** Creates a setting with any text. */
  public static Setting<String> text(String key, String byDefault, String meaning) {
    return text(key, byDefault, text -> true, "a text", meaning);
  }

  /**
   * Creates a setting with a text of a certain kind.
   *
   * @param expected the kind, as in "expected an absolute path"
   */
  public static Setting<String> text(
      String key, String byDefault, Predicate<String> allowed, String expected, String meaning) {
    return of(key, SettingType.text(allowed, expected), byDefault, meaning);
  }

  /** Creates a setting with one of some words, each the value's {@code toString}. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> Setting<T> oneOf(String key, T byDefault, String meaning, T... all) {
    return of(key, SettingType.oneOf(List.of(all)), byDefault, meaning);
  }

  /** Creates a setting with at least one whole number. */
  public static Setting<List<Integer>> integers(
      String key, List<Integer> byDefault, int min, int max, String meaning) {
    return of(key, SettingType.listOf(SettingType.integer(min, max), 1), byDefault, meaning);
  }

  /** Creates a setting with any number of texts of a certain kind. */
  public static Setting<List<String>> texts(
      String key,
      List<String> byDefault,
      Predicate<String> allowed,
      String expected,
      String meaning) {
    return of(key, SettingType.listOf(SettingType.text(allowed, expected), 0), byDefault, meaning);
  }

  /** Creates a setting with an object of any members. */
  public static Setting<JsonObject> object(String key, String meaning) {
    return new Setting<>(key, SettingType.object(), Optional.empty(), "", meaning);
  }

  private static <T> Setting<T> of(String key, SettingType<T> type, T byDefault, String meaning) {
    String last = lastWord(key);
    String unit = UNITS.contains(last) ? last : key.endsWith("_per_minute") ? "per minute" : "";
    return new Setting<>(key, type, Optional.of(byDefault), unit, meaning);
  }

  private static String lastWord(String key) {
    return key.substring(1 + Math.max(key.lastIndexOf('_'), key.lastIndexOf('.')));
  }

  /** Returns a copy without a default. */
  public Setting<T> withoutDefault() {
    return new Setting<>(key, type, Optional.empty(), unit, meaning);
  }

  /** Returns a copy with another default. */
  public Setting<T> byDefault(T value) {
    return new Setting<>(key, type, Optional.of(value), unit, meaning);
  }

  /** Returns a copy within a section. */
  public Setting<T> within(String section) {
    return at(section + "." + key);
  }

  /** Returns a copy at another key; {@code *} as the name of a section stands for any. */
  public Setting<T> at(String otherKey) {
    return new Setting<>(otherKey, type, byDefault, unit, meaning);
  }

  /**
   * Parses a person's input as it would appear in the file: a text, JSON, or a list with commas;
   * empty when it is no value of this setting.
   */
  public Optional<JsonValue> parse(String typed) {
    List<String> parts = typed.isEmpty() ? List.of() : List.of(typed.split(",", -1));
    try {
      return Stream.of(
              Optional.<JsonValue>of(new JsonString(typed)),
              json(typed),
              json("[" + typed + "]"),
              Optional.<JsonValue>of(JsonArray.ofStrings(parts)))
          .flatMap(Optional::stream)
          .filter(value -> type.read(value).isPresent())
          .findFirst();
    } catch (IllegalArgumentException e) {
      // An unpaired surrogate, which no file can contain.
      return Optional.empty();
    }
  }

  private static Optional<JsonValue> json(String text) {
    try {
      return Optional.of(JsonReader.file(text.getBytes(StandardCharsets.UTF_8)));
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  /** Returns the default as it is written into the file. */
  public Optional<JsonValue> defaultJson() {
    return byDefault.map(type::json);
  }
}
