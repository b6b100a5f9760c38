package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * {@code scheduler-config.json}, or a section of it: the operator's settings. Each {@link Setting}
 * is read by the package that owns it and has a default, so that an old file keeps working with a
 * newer program; an invalid value is a {@link ConfigException} with file, key and the expected
 * values. Immutable.
 *
 * @param file named in error messages
 * @param place the section, such as {@code llm.claude}; empty for the whole file
 */
public record Config(Path file, String place, JsonObject json) {
  /** Creates the configuration of a whole file. */
  public Config(Path file, JsonObject json) {
    this(file, "", json);
  }

  /** Returns a section on its own, such as {@code llm.claude}, without a file. */
  public static Config at(String section, JsonObject json) {
    return new Config(Path.of("scheduler-config.json"), section, json);
  }

  /** Returns a configuration with all defaults. */
  public static Config empty() {
    return new Config(Path.of("scheduler-config.json"), JsonObject.empty());
  }

  /**
   * A file that is read often: with the same bytes it is parsed once, with the same stamp it is not
   * even read for a moment. Thread-safe.
   */
  public static final class Last {
    private byte[] bytes = {};
    private Stamped<Config> config = new Stamped<>(empty(), Optional.empty(), Instant.EPOCH);

    /** Works like {@link Config#load}. */
    synchronized Config load(Disk disk, Path file, Instant now) {
      Optional<String> stamp = disk.stamp(file);
      if (!config.isSurely(stamp, now)) {
        byte[] read = bytes(disk, file);
        Config same = Arrays.equals(read, bytes) ? config.value() : parse(file, read);
        config = new Stamped<>(same, stamp, now);
        bytes = read;
      }
      return config.value();
    }
  }

  /**
   * Reads the file.
   *
   * @throws ConfigException when it is missing or not a JSON object; names the line and column
   */
  public static Config load(Disk disk, Path file) {
    return parse(file, bytes(disk, file));
  }

  /**
   * Reads the file.
   *
   * @throws ConfigException when there is none
   */
  public static byte[] bytes(Disk disk, Path file) {
    return disk.read(file).orElseThrow(() -> missing(file));
  }

  /** Returns the failure of a node without a configuration. */
  public static ConfigException missing(Path file) {
    return new ConfigException(file + " is missing; `sbp doctor` says what to do");
  }

  /** Works like {@link #load}, for bytes that were read already. */
  public static Config parse(Path file, byte[] bytes) {
    try {
      if (JsonReader.file(EditedFile.unmarked(bytes)) instanceof JsonObject json) {
        return new Config(file, json);
      }
    } catch (MalformedJson e) {
      throw new ConfigException(file + ": " + e.in(bytes), e);
    }
    throw new ConfigException(file + ": expected a JSON object");
  }

  /** Returns the value set, else the default. */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> wrong(setting.key(), setting.type().expected() + ", but it is not set"));
  }

  /** Works like {@link #get}; empty when it is not set and has no default. */
  public <T> Optional<T> find(Setting<T> setting) {
    Optional<JsonValue> set = value(setting.key());
    return set.isEmpty()
        ? setting.byDefault()
        : Optional.of(
            setting
                .type()
                .read(set.get())
                .orElseThrow(() -> wrong(setting.key(), setting.type().expected())));
  }

  /** Returns any value at a key. */
  public Optional<JsonValue> value(String key) {
    int dot = key.indexOf('.');
    return dot < 0 || json.has(key)
        ? json.get(key)
        : section(key.substring(0, dot)).value(key.substring(dot + 1));
  }

  /** Returns a copy with one setting changed. */
  public <T> Config with(Setting<T> setting, T value) {
    return withJson(setting.key(), setting.type().json(value));
  }

  /** Returns a copy with another value at a key, valid or not. */
  public Config withJson(String key, JsonValue value) {
    return new Config(file, place, with(json, key, value));
  }

  private static JsonObject with(JsonObject json, String key, JsonValue value) {
    int dot = key.indexOf('.');
    if (dot < 0) {
      return json.with(key, value);
    }
    String name = key.substring(0, dot);
    JsonObject section = json.object(name).orElse(JsonObject.empty());
    return json.with(name, with(section, key.substring(dot + 1), value));
  }

  /** Returns a section such as {@code llm} or {@code llm.claude}; an absent one is empty. */
  public Config section(String name) {
    int dot = name.indexOf('.');
    if (dot > 0 && !json.has(name)) {
      return section(name.substring(0, dot)).section(name.substring(dot + 1));
    }
    if (json.has(name) && json.object(name).isEmpty()) {
      throw wrong(name, "an object");
    }
    return new Config(file, named(name), json.object(name).orElse(JsonObject.empty()));
  }

  /** Creates the error for a value that is not as expected. */
  public ConfigException wrong(String key, String expected) {
    return new ConfigException(
        named(key), file.getFileName() + ": " + named(key) + ": expected " + expected);
  }

  private String named(String key) {
    return place.isEmpty() ? key : place + "." + key;
  }
}
