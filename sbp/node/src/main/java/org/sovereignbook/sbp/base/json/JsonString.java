package org.sovereignbook.sbp.base.json;

/**
 * A JSON string (PROTOCOL.md §1); a lone surrogate is refused with IllegalArgumentException.
 *
 * @param value the text without quotes and escapes
 */
public record JsonString(String value) implements JsonValue {

  public JsonString {
    requireWellFormed(value);
  }

  /** Returns whether UTF-8 can encode a text: every surrogate is in a pair. */
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
