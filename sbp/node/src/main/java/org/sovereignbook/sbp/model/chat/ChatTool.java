package org.sovereignbook.sbp.model.chat;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Tool that a model may call.
 *
 * @param name 1 to 64 letters, digits, {@code _} and {@code -}, as every provider accepts
 * @param schema the JSON Schema of its arguments, an object
 */
public record ChatTool(String name, String description, JsonObject schema) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  public ChatTool {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "a tool's name has 1 to 64 letters, digits, '_' and '-', not '" + name + "'");
    }
  }

  /** Returns whether every provider accepts a name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }
}
