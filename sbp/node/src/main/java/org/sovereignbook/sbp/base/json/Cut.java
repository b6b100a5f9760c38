package org.sovereignbook.sbp.base.json;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The beginning of a text that may be too long for its place. A character is a code point: half of
 * one is no text, and {@link JsonString} refuses it.
 */
public final class Cut {
  private static final String ELLIPSIS = "…";

  /** The most bytes of one text that a list shows. */
  public static final int MAX_LISTED_BYTES = 512;

  private static final int MOST_BYTES_OF_UNIT = 3;

  private static final String SIZE_SUFFIX = "_bytes";

  private Cut() {}

  /** Returns the length of a text in UTF-8. */
  public static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Returns the object with each text of more than {@link #MAX_LISTED_BYTES} cut, at any depth. A
   * cut member ends in an ellipsis, and a member {@code NAME_bytes} behind it has the length of the
   * whole text.
   */
  public static JsonObject texts(JsonObject whole) {
    if (!isNeeded(whole)) {
      return whole;
    }
    JsonObject.Builder listed = JsonObject.builder();
    whole
        .members()
        .forEach(
            (name, value) -> {
              listed.put(name, listed(value));
              if (value instanceof JsonString(String text) && isLong(text)) {
                listed.put(name + SIZE_SUFFIX, bytes(text));
              }
            });
    return listed.build();
  }

  /** Returns whether {@link #texts} would cut any. */
  public static boolean isNeeded(JsonObject whole) {
    for (JsonValue each : whole.members().values()) {
      if (holdsLong(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holdsLong(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> isLong(text);
      case JsonObject object -> isNeeded(object);
      case JsonArray(List<JsonValue> values) -> values.stream().anyMatch(Cut::holdsLong);
      default -> false;
    };
  }

  /**
   * Returns whether a text is too long; few characters need not be encoded to see that it is not.
   */
  private static boolean isLong(String text) {
    return text.length() * MOST_BYTES_OF_UNIT > MAX_LISTED_BYTES && bytes(text) > MAX_LISTED_BYTES;
  }

  private static JsonValue listed(JsonValue value) {
    return switch (value) {
      case JsonString(String text) when isLong(text) -> new JsonString(afterBytes(text) + ELLIPSIS);
      case JsonObject object -> texts(object);
      case JsonArray(List<JsonValue> values) ->
          new JsonArray(values.stream().map(Cut::listed).toList());
      default -> value;
    };
  }

  private static String afterBytes(String text) {
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      bytes += character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
      if (bytes > MAX_LISTED_BYTES) {
        return text.substring(0, end);
      }
      end += Character.charCount(character);
    }
    return text;
  }

  /** Returns this many characters, and an ellipsis after them if there are more. */
  public static String after(String text, int characters) {
    return fits(text, characters) ? text : beginning(text, characters) + ELLIPSIS;
  }

  /** Works like the other method, with space for the ellipsis included. */
  public static String within(String text, int characters) {
    return fits(text, characters) ? text : beginning(text, characters - 1) + ELLIPSIS;
  }

  /** Returns at most this many characters. */
  public static String beginning(String text, int characters) {
    return fits(text, characters)
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }

  /** Returns whether a text has at most this many characters, as the protocol counts them. */
  public static boolean fits(String text, int characters) {
    return text.codePointCount(0, text.length()) <= characters;
  }
}
