package org.sovereignbook.sbp.json;

/** Whether Java text is well-formed UTF-16, which decides whether UTF-8 can carry it. */
final class Utf16 {

  private Utf16() {}

  static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean pair =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!pair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  static void requireWellFormed(String text) {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException("text for JSON contains a lone surrogate");
    }
  }
}
