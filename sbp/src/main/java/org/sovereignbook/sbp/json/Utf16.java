package org.sovereignbook.sbp.json;

/** Whether Java text is well-formed UTF-16, which decides whether UTF-8 can carry it. */
final class Utf16 {

  private Utf16() {}

  static boolean isWellFormed(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < length
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (!pair) {
        return false;
      }
      i++;
    }
    return true;
  }

  static void requireWellFormed(String text) {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException("text for JSON contains a lone surrogate");
    }
  }
}
