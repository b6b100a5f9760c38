package org.sovereignbook.sbp.base.json;

import java.math.BigDecimal;

/**
 * A JSON number with a fraction or an exponent; allowed in configuration, never on the wire.
 *
 * <p>A whole number gets one decimal place, so that it reads back as a decimal.
 *
 * @param value compared with its scale: 1.0 and 1.00 differ
 */
public record JsonDecimal(BigDecimal value) implements JsonValue {

  public JsonDecimal {
    if (value.scale() == 0) {
      value = value.setScale(1);
    }
  }

  /** Returns the shortest number that reads back as this one, which must be finite. */
  public static JsonDecimal of(double value) {
    return new JsonDecimal(BigDecimal.valueOf(value));
  }

  public double doubleValue() {
    return value.doubleValue();
  }

  /** Returns the number as JSON. */
  @Override
  public String toString() {
    return value.toString();
  }
}
