package org.sovereignbook.sbp.base.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The canonical form that is signed and hashed (PROTOCOL.md §2): JCS, RFC 8785.
 *
 * <p>Numbers are integers within ±(2^53 - 1), as on the wire; any other number is an
 * IllegalArgumentException, because no receiver would accept it. Thread-safe.
 */
public final class Jcs {

  private Jcs() {}

  public static byte[] canonicalize(JsonValue value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void write(JsonValue value, StringBuilder out) {
    // No switch over types: the first one of a process costs a tenth of a start.
    if (value instanceof JsonObject object) {
      object(object, out);
    } else if (value instanceof JsonArray(List<JsonValue> values)) {
      array(values, out);
    } else if (value instanceof JsonString(String text)) {
      string(text, out);
    } else if (value instanceof JsonInteger integer) {
      integer(integer, out);
    } else if (value instanceof JsonDecimal decimal) {
      throw new IllegalArgumentException("a signed object holds integers only, not " + decimal);
    } else {
      out.append(value instanceof JsonBoolean(boolean truth) ? String.valueOf(truth) : "null");
    }
  }

  private static void object(JsonObject object, StringBuilder out) {
    out.append('{');
    String separator = "";
    // String's natural order compares UTF-16 code units, which is what RFC 8785 §3.2.3 asks for.
    for (Map.Entry<String, JsonValue> member : new TreeMap<>(object.members()).entrySet()) {
      out.append(separator);
      string(member.getKey(), out);
      out.append(':');
      write(member.getValue(), out);
      separator = ",";
    }
    out.append('}');
  }

  private static void array(List<JsonValue> values, StringBuilder out) {
    out.append('[');
    String separator = "";
    for (JsonValue value : values) {
      out.append(separator);
      write(value, out);
      separator = ",";
    }
    out.append(']');
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    // Plain stretches are copied at once: nearly all of a body is plain.
    int plainFrom = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Escapes.isNeeded(c)) {
        out.append(text, plainFrom, i);
        Escapes.append(out, c);
        plainFrom = i + 1;
      }
    }
    out.append(text, plainFrom, text.length()).append('"');
  }

  private static void integer(JsonInteger integer, StringBuilder out) {
    if (!integer.fitsWire()) {
      throw new IllegalArgumentException(
          "an integer in a signed object stays within 2^53 - 1, not " + integer.value());
    }
    out.append(integer.value());
  }
}
