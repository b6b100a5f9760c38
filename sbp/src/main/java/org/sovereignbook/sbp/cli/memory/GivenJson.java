package org.sovereignbook.sbp.cli.memory;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;

/** JSON that was typed as an argument. */
final class GivenJson {
  private GivenJson() {}

  /** Returns the object, or refuses anything else. */
  static JsonObject object(String text) {
    JsonValue value;
    try {
      value = JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw CliException.wrong("--members is no JSON: " + e.getMessage());
    }
    if (value instanceof JsonObject object) {
      return object;
    }
    throw CliException.wrong(
        "--members is no JSON object", "such as:  --members '{\"content\": \"what was learned\"}'");
  }

  /** Returns the value, or the text itself where it is no JSON. */
  static JsonValue value(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      return new JsonString(text);
    }
  }
}
