package org.sovereignbook.sbp.base.json;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writer of JSON text for people and files; {@link Jcs} writes signed text.
 *
 * <p>Control characters, C1 controls and the Unicode line separators are escaped, and in pretty
 * text also format characters (writing direction, zero width), so that showing a file on a terminal
 * is safe. The text reads back as an equal value. Thread-safe.
 */
public final class JsonWriter {

  private final StringBuilder out = new StringBuilder();
  private final boolean pretty;

  private JsonWriter(boolean pretty) {
    this.pretty = pretty;
  }

  /**
   * Returns text with two spaces a level, one member or element a line, no line end after the last.
   */
  public static String pretty(JsonValue value) {
    return write(value, true);
  }

  /** Returns the text of a file: like {@link #pretty}, with a line end after the last line. */
  public static String file(JsonValue value) {
    return pretty(value) + "\n";
  }

  /** Works like {@link #file}, in UTF-8. */
  public static byte[] bytes(JsonValue value) {
    return file(value).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns one line without any space. */
  public static String compact(JsonValue value) {
    return write(value, false);
  }

  /** Returns the bytes of {@link #compact} in UTF-8, without making it. */
  public static int compactBytes(JsonValue value) {
    if (value instanceof JsonObject object) {
      int bytes = 2 + Math.max(0, object.members().size() - 1);
      for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
        bytes += bytes(member.getKey()) + 1 + compactBytes(member.getValue());
      }
      return bytes;
    }
    if (value instanceof JsonArray(List<JsonValue> values)) {
      int bytes = 2 + Math.max(0, values.size() - 1);
      for (JsonValue each : values) {
        bytes += compactBytes(each);
      }
      return bytes;
    }
    return value instanceof JsonString(String text) ? bytes(text) : compact(value).length();
  }

  private static int bytes(String text) {
    int bytes = 2;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x7f) {
        bytes += !Escapes.isNeeded(c) ? 1 : Escapes.length(c);
      } else if (isUnsafeToShow(c)) {
        bytes += Escapes.UNICODE_LENGTH;
      } else {
        // A half of a pair, which has four bytes together.
        bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      }
    }
    return bytes;
  }

  private static String write(JsonValue value, boolean pretty) {
    JsonWriter writer = new JsonWriter(pretty);
    writer.value(value, 0);
    return writer.out.toString();
  }

  private void value(JsonValue value, int level) {
    // No switch over types: see Jcs.
    if (value instanceof JsonObject object) {
      object(object, level);
    } else if (value instanceof JsonArray(List<JsonValue> values)) {
      array(values, level);
    } else if (value instanceof JsonString(String text)) {
      string(text);
    } else if (value instanceof JsonInteger(long number)) {
      out.append(number);
    } else if (value instanceof JsonDecimal decimal) {
      out.append(decimal);
    } else {
      out.append(value instanceof JsonBoolean(boolean truth) ? String.valueOf(truth) : "null");
    }
  }

  private void object(JsonObject object, int level) {
    out.append('{');
    Iterator<Map.Entry<String, JsonValue>> rest = object.members().entrySet().iterator();
    while (rest.hasNext()) {
      Map.Entry<String, JsonValue> member = rest.next();
      newLine(level + 1);
      string(member.getKey());
      out.append(pretty ? ": " : ":");
      value(member.getValue(), level + 1);
      endOfEntry(rest.hasNext(), level);
    }
    out.append('}');
  }

  private void array(List<JsonValue> values, int level) {
    out.append('[');
    Iterator<JsonValue> rest = values.iterator();
    while (rest.hasNext()) {
      newLine(level + 1);
      value(rest.next(), level + 1);
      endOfEntry(rest.hasNext(), level);
    }
    out.append(']');
  }

  private void endOfEntry(boolean more, int level) {
    if (more) {
      out.append(',');
    } else {
      newLine(level);
    }
  }

  private void newLine(int level) {
    if (pretty) {
      out.append('\n').repeat("  ", level);
    }
  }

  private void string(String text) {
    out.append('"');
    int written = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Nearly all of nearly every text: in one piece, since digests are measured by this.
      if (c < 0x7f && !Escapes.isNeeded(c)) {
        continue;
      }
      out.append(text, written, i);
      written = i + 1;
      if (isUnsafeToShow(c) || (pretty && isPartOfFormatCharacter(text, i))) {
        Escapes.unicode(out, c);
      } else {
        Escapes.append(out, c);
      }
    }
    out.append(text, written, text.length()).append('"');
  }

  /** Returns whether the unit belongs to an invisible character that changes the visible ones. */
  private static boolean isPartOfFormatCharacter(String text, int index) {
    int start =
        index > 0 && Character.isSurrogatePair(text.charAt(index - 1), text.charAt(index))
            ? index - 1
            : index;
    return Character.getType(text.codePointAt(start)) == Character.FORMAT;
  }

  private static boolean isUnsafeToShow(char c) {
    return (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029;
  }
}
