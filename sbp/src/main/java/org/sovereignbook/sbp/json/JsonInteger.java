package org.sovereignbook.sbp.json;

/**
 * A JSON number without fraction or exponent, the only kind of number on the wire (PROTOCOL.md §1).
 *
 * @param value may lie outside the wire's range; {@link Jcs} refuses such a value
 */
public record JsonInteger(long value) implements JsonValue {

  /** The largest magnitude on the wire, 2^53 - 1. */
  public static final long MAX_WIRE_INTEGER = (1L << 53) - 1;

  /** Whether the value may appear in an SBP object. */
  public boolean fitsWire() {
    return value >= -MAX_WIRE_INTEGER && value <= MAX_WIRE_INTEGER;
  }
}
