package org.sovereignbook.sbp.json;

/**
 * A JSON string (PROTOCOL.md §1); a lone surrogate is refused with IllegalArgumentException.
 *
 * @param value the text without quotes and escapes
 */
public record JsonString(String value) implements JsonValue {

  public JsonString {
    Utf16.requireWellFormed(value);
  }
}
