package org.sovereignbook.sbp.json;

import java.math.BigDecimal;

/**
 * A JSON number with a fraction or an exponent; allowed in configuration, never on the wire.
 * Immutable; equal when the numbers and their scales are: 1.0 and 1.00 differ.
 *
 * <p>Kept as it was written: a {@link BigDecimal} is made only for who computes with one, because
 * the first of a process costs more than reading all of a configuration.
 */
public final class JsonDecimal implements JsonValue {
  static final int MAX_CHARACTERS = 400;
  private static final int MAX_SCALE = 400;

  /** With so few decimal places BigDecimal, too, writes a number without exponent. */
  private static final int MAX_PLAIN_PLACES = 6;

  private final String digits;

  private JsonDecimal(String digits) {
    this.digits = digits;
  }

  /** A whole number gets one decimal place, so that it reads back as a decimal. */
  public JsonDecimal(BigDecimal value) {
    this((value.scale() == 0 ? value.setScale(1) : value).toString());
  }

  /** The shortest number that reads back as this one, which must be finite. */
  public static JsonDecimal of(double value) {
    return parse(Double.toString(value));
  }

  /**
   * A number as JSON writes it.
   *
   * @throws NumberFormatException when its exponent is extreme
   */
  static JsonDecimal parse(String number) {
    int e = Math.max(number.indexOf('e'), number.indexOf('E'));
    int end = e < 0 ? number.length() : e;
    int point = number.indexOf('.');
    long places = point < 0 ? 0 : end - point - 1L;
    long exponent = e < 0 ? 0 : Long.parseLong(number.substring(e + 1));
    // The first comparison keeps the second from overflowing.
    if (Math.abs(exponent) > MAX_CHARACTERS + MAX_SCALE
        || Math.abs(places - exponent) > MAX_SCALE) {
      throw new NumberFormatException("an extreme exponent");
    }
    return places == exponent ? new JsonDecimal(new BigDecimal(number)) : new JsonDecimal(number);
  }

  public BigDecimal value() {
    return new BigDecimal(digits);
  }

  public double doubleValue() {
    // Added to nothing, since JSON's -0.0 is no other number than 0.0.
    return Double.parseDouble(digits) + 0.0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonDecimal that
        && (digits.equals(that.digits) || value().equals(that.value()));
  }

  @Override
  public int hashCode() {
    return value().hashCode();
  }

  /** The number as JSON. */
  @Override
  public String toString() {
    return isPlain() ? digits : value().toString();
  }

  /** Whether BigDecimal would write it just so. */
  private boolean isPlain() {
    int point = digits.indexOf('.');
    return point > 0
        && digits.length() - point - 1 <= MAX_PLAIN_PLACES
        && digits.indexOf('e') < 0
        && digits.indexOf('E') < 0
        && !digits.startsWith("-0");
  }
}
