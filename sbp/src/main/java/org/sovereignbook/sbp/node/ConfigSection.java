package org.sovereignbook.sbp.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.json.JsonInteger;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonValue;

/**
 * One section of the configuration. Every read names its default and range; a value of another type
 * or outside the range is a {@link ConfigException} that names the key.
 *
 * @param place how error messages call this section
 */
public record ConfigSection(String place, JsonObject json) {

  public String text(String key, String otherwise) {
    return json.has(key) ? json.string(key).orElseThrow(() -> wrong(key, "a string")) : otherwise;
  }

  public boolean flag(String key, boolean otherwise) {
    return json.has(key)
        ? json.bool(key).orElseThrow(() -> wrong(key, "true or false"))
        : otherwise;
  }

  public int integer(String key, int otherwise, int min, int max) {
    return (int) longInteger(key, otherwise, min, max);
  }

  public long longInteger(String key, long otherwise, long min, long max) {
    return json.has(key)
        ? inRange(key, json.integer(key).orElseThrow(() -> wrong(key, "a whole number")), min, max)
        : otherwise;
  }

  public double decimal(String key, double otherwise, double min, double max) {
    if (!json.has(key)) {
      return otherwise;
    }
    double value = json.number(key).orElseThrow(() -> wrong(key, "a number"));
    if (value < min || value > max) {
      throw wrong(key, "a number from " + min + " to " + max);
    }
    return value;
  }

  public String oneOf(String key, String otherwise, Set<String> allowed) {
    String value = text(key, otherwise);
    if (!allowed.contains(value)) {
      throw wrong(key, "one of " + String.join(", ", allowed.stream().sorted().toList()));
    }
    return value;
  }

  public List<Integer> integers(String key, List<Integer> otherwise, int min, int max) {
    if (!json.has(key)) {
      return otherwise;
    }
    List<Integer> values = new ArrayList<>();
    for (JsonValue value :
        json.array(key).orElseThrow(() -> wrong(key, "an array of whole numbers")).values()) {
      if (!(value instanceof JsonInteger(long number))) {
        throw wrong(key, "an array of whole numbers");
      }
      values.add((int) inRange(key, number, min, max));
    }
    return List.copyOf(values);
  }

  public Duration seconds(String key, int otherwise, int max) {
    return Duration.ofSeconds(integer(key, otherwise, 1, max));
  }

  /** A section within this one; an absent one is empty. */
  public ConfigSection section(String key) {
    if (json.has(key) && json.object(key).isEmpty()) {
      throw wrong(key, "an object");
    }
    return new ConfigSection(place + "." + key, json.object(key).orElse(JsonObject.empty()));
  }

  /** The error for a value that is not what was expected. */
  public ConfigException wrong(String key, String expected) {
    return new ConfigException(place + "." + key + ": expected " + expected);
  }

  private long inRange(String key, long value, long min, long max) {
    if (value < min || value > max) {
      throw wrong(key, "a whole number from " + min + " to " + max);
    }
    return value;
  }
}
