package org.sovereignbook.sbp.authority.sql;

/**
 * Text in the form of database columns: databases refuse U+0000, and UTF-8 has no lone surrogates,
 * yet a peer's name or a cell written by hand may contain either. Such characters are stored as
 * U+001A and four hexadecimal digits; all other text is unchanged.
 */
final class StoredText {
  private static final char ESCAPE = '\u001a';
  private static final int HEX = 16;
  private static final int DIGITS = 4;

  private StoredText() {}

  static String encode(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        out.append(c).append(text.charAt(++i));
      } else if (c == 0 || c == ESCAPE || Character.isSurrogate(c)) {
        out.append(ESCAPE).append("%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /**
   * Returns whether a database may contain this text, which must be an output of {@link #encode}.
   */
  static boolean isStored(String stored) {
    try {
      return encode(decode(stored)).equals(stored);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  static String decode(String stored) {
    if (stored.indexOf(ESCAPE) < 0) {
      return stored;
    }
    StringBuilder out = new StringBuilder(stored.length());
    int i = 0;
    while (i < stored.length()) {
      char c = stored.charAt(i++);
      if (c == ESCAPE && i + DIGITS <= stored.length()) {
        out.append((char) Integer.parseInt(stored.substring(i, i + DIGITS), HEX));
        i += DIGITS;
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
