package org.sovereignbook.sbp.base.json;

import java.util.HexFormat;

/** The escapes inside a JSON string that RFC 8785 §3.2.2.2 prescribes. */
final class Escapes {

  private static final HexFormat HEX = HexFormat.of();

  private Escapes() {}

  static boolean isNeeded(char c) {
    return c < ' ' || c == '"' || c == '\\';
  }

  /** A backslash, a {@code u} and four digits. */
  static final int UNICODE_LENGTH = 6;

  /** Returns how many characters the escape of one has that must be escaped. */
  static int length(char c) {
    return c >= ' ' || "\b\t\n\f\r".indexOf(c) >= 0 ? 2 : UNICODE_LENGTH;
  }

  /** Appends one character, escaped only where JSON demands it. */
  static void append(StringBuilder out, char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\f' -> out.append("\\f");
      case '\r' -> out.append("\\r");
      default -> {
        if (c < ' ') {
          unicode(out, c);
        } else {
          out.append(c);
        }
      }
    }
  }

  /** Appends the character as a backslash, a {@code u} and four lower-case hex digits. */
  static void unicode(StringBuilder out, char c) {
    out.append("\\u").append(HEX.toHexDigits(c));
  }
}
