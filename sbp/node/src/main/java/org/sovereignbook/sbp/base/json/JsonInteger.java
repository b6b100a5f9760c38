package org.sovereignbook.sbp.base.json;

import java.util.Optional;

/**
 * A JSON number without fraction or exponent, the only kind of number on the wire (PROTOCOL.md §1).
 *
 * @param value may lie outside the wire's range; {@link Jcs} refuses such a value
 */
public record JsonInteger(long value) implements JsonValue {

  /** The largest magnitude on the wire, 2^53 - 1. */
  public static final long MAX_WIRE_INTEGER = (1L << 53) - 1;

  /**
   * Returns the value as an integer, if it is a number whose fraction is zero and that a long can
   * represent: JSON Schema accepts 5.0 and 5e0 for 5.
   */
  public static Optional<JsonInteger> of(JsonValue number) {
    if (number instanceof JsonInteger whole) {
      return Optional.of(whole);
    }
    try {
      return number instanceof JsonDecimal decimal
          ? Optional.of(new JsonInteger(decimal.value().longValueExact()))
          : Optional.empty();
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the value may appear in an SBP object. */
  public boolean fitsWire() {
    return value >= -MAX_WIRE_INTEGER && value <= MAX_WIRE_INTEGER;
  }
}
