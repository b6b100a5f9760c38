package org.sovereignbook.sbp.cli.memory;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;

/** JSON that was typed as an argument. */
public final class GivenJson {
  private GivenJson() {}

  /** Returns the object of {@code --members}, or refuses anything else. */
  static JsonObject object(String text) {
    return object("--members", text, "such as:  --members '{\"content\": \"what was learned\"}'");
  }

  /** Returns the object, or refuses anything else with the name of the argument. */
  public static JsonObject object(String what, String text, String hint) {
    JsonValue value;
    try {
      value = JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw CliException.wrong(what + " is no JSON: " + e.getMessage(), hint);
    }
    if (value instanceof JsonObject object) {
      return object;
    }
    throw CliException.wrong(what + " is no JSON object", hint);
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
