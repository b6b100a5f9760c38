package org.sovereignbook.sbp.json;

/** Whether Java text is well-formed UTF-16, which decides whether UTF-8 can carry it. */
final class Utf16 {

  private Utf16() {}

  static boolean isWellFormed(String text) {
    // codePoints() joins every proper pair, so any surrogate that is left stands alone.
    return text.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
  }

  static void requireWellFormed(String text) {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException("text for JSON contains a lone surrogate");
    }
  }
}
