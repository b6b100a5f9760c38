package org.sovereignbook.sbp.json;

/**
 * The beginning of a text that may be too long for its place. A character is a code point: half of
 * one is no text, and {@link JsonString} refuses it.
 */
public final class Cut {
  private static final String ELLIPSIS = "…";

  private Cut() {}

  /** So many characters, and an ellipsis after them if there are more. */
  public static String after(String text, int characters) {
    return fits(text, characters) ? text : beginning(text, characters) + ELLIPSIS;
  }

  /** The same where the ellipsis has to fit in, too. */
  public static String within(String text, int characters) {
    return fits(text, characters) ? text : beginning(text, characters - 1) + ELLIPSIS;
  }

  /** So many characters at most. */
  public static String beginning(String text, int characters) {
    return fits(text, characters)
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }

  private static boolean fits(String text, int characters) {
    return text.codePointCount(0, text.length()) <= characters;
  }
}
