package org.sovereignbook.sbp.node;

import org.sovereignbook.sbp.base.json.Cut;

/**
 * Makes text that a peer wrote harmless before it reaches a log, a table or a terminal
 * (ARCHITECTURE, rule 7; CHOICES 19).
 */
public final class PeerText {
  /** Longest peer text in a log line, in characters. */
  public static final int MAX_LOGGED_CHARACTERS = 500;

  private static final String MARKDOWN = "|<`[";

  private PeerText() {}

  /**
   * Returns the text in double quotes, on one line, control characters escaped, cut after 500
   * characters.
   */
  public static String quote(String text) {
    return quote(text, MAX_LOGGED_CHARACTERS);
  }

  /** Works like {@link #quote(String)}, cut after another number of characters. */
  public static String quote(String text, int maxCharacters) {
    return '"' + escape(Cut.after(text, maxCharacters)).replace("\"", "\\\"") + '"';
  }

  /** Works like {@link #quote} without the quotes: for tables and terminals. */
  public static String plain(String text) {
    return escape(Cut.after(text, MAX_LOGGED_CHARACTERS));
  }

  /**
   * Returns a peer's line with all characters that could steer a terminal or hide text spelled out.
   */
  public static String harmless(String line) {
    StringBuilder harmless = new StringBuilder(line.length());
    line.codePoints()
        .mapToObj(Character::toString)
        .map(c -> isUnsafe(c.codePointAt(0)) ? escape(c) : c)
        .forEach(harmless::append);
    return harmless.toString();
  }

  /** Returns whether a character could steer a terminal, hide text or start a new line. */
  public static boolean isUnsafe(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> isNoncharacter(codePoint);
    };
  }

  /** Returns whether Unicode will never give a character this number; XML must not have some. */
  private static boolean isNoncharacter(int codePoint) {
    return (codePoint & 0xfffe) == 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
  }

  /** Escapes a backslash and every {@linkplain #isUnsafe unsafe} character as in a JSON string. */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                  if (isUnsafe(c)) {
                    for (char unit : Character.toChars(c)) {
                      out.append("\\u%04x".formatted((int) unit));
                    }
                  } else {
                    out.appendCodePoint(c);
                  }
                }
              }
            });
    return out.toString();
  }

  /**
   * Escapes characters that Markdown might render in a line (a tag, an image, a link, code) or read
   * as the end of a cell. Existing escapes stay; other backslashes must come in pairs, as {@link
   * #escape} leaves them.
   */
  public static String inMarkdown(String line) {
    StringBuilder out = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        out.append(c).append(line.charAt(++i));
      } else {
        out.append(MARKDOWN.indexOf(c) < 0 ? "" : "\\").append(c);
      }
    }
    return out.toString();
  }

  /** Reverses {@link #inMarkdown}, which leaves all other backslashes as they are. */
  public static String fromMarkdown(String line) {
    StringBuilder out = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        char next = line.charAt(++i);
        out.append(MARKDOWN.indexOf(next) < 0 ? "\\" : "").append(next);
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
