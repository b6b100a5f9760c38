package org.sovereignbook.sbp.json;

/**
 * A JSON string (PROTOCOL.md §1); a lone surrogate is refused with IllegalArgumentException.
 *
 * @param value the text without quotes and escapes
 */
public record JsonString(String value) implements JsonValue {

  public JsonString {
    requireWellFormed(value);
  }

  /** Whether UTF-8 can carry a text: every surrogate stands in a pair. */
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
