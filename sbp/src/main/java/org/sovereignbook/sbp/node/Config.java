package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.MalformedJson;

/**
 * {@code scheduler-config.json}: what the operator may set. Sections are read by the room that owns
 * them, with its own defaults, so that an old file keeps working with a newer program. Immutable.
 *
 * @param file named in error messages
 */
public record Config(Path file, JsonObject json) {

  /**
   * Reads the file.
   *
   * @throws ConfigException when it is missing or not a JSON object; names the line and column
   */
  public static Config load(Disk disk, Path file) {
    byte[] bytes =
        disk.read(file)
            .orElseThrow(
                () -> new ConfigException(file + " is missing; `sbp doctor` says what to do"));
    try {
      JsonValue value = JsonReader.file(bytes);
      if (value instanceof JsonObject json) {
        return new Config(file, json);
      }
    } catch (MalformedJson e) {
      throw new ConfigException(file + ": " + e.getMessage(), e);
    }
    throw new ConfigException(file + ": expected a JSON object");
  }

  /** A section such as {@code network_config}; an absent one is empty, so all defaults hold. */
  public ConfigSection section(String name) {
    if (json.has(name) && json.object(name).isEmpty()) {
      throw new ConfigException(file + ": " + name + ": expected an object");
    }
    return new ConfigSection(
        file.getFileName() + ": " + name, json.object(name).orElse(JsonObject.empty()));
  }

  /** The members at the top, for settings that belong to no section. */
  public ConfigSection top() {
    return new ConfigSection(file.getFileName().toString(), json);
  }
}
