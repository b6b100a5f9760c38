package org.sovereignbook.sbp.society.memory;

import java.math.BigDecimal;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonValue;

/** Shares, which models write as numbers from 0 to 1 and memory keeps as integers. */
final class PerMille {
  private static final int WHOLE = 1_000;
  private static final int DIGITS = 3;

  private PerMille() {}

  /** Returns a number from 0 to 1 in per mille; a larger integer is in per mille already. */
  static Optional<Long> of(JsonValue value) {
    if (value instanceof JsonDecimal(BigDecimal decimal)) {
      return decimal.signum() >= 0 && decimal.compareTo(BigDecimal.ONE) <= 0
          ? Optional.of(Math.round(decimal.movePointRight(DIGITS).doubleValue()))
          : Optional.empty();
    }
    return JsonInteger.of(value)
        .map(JsonInteger::value)
        .map(number -> number == 1 ? WHOLE : number)
        .filter(number -> number >= 0 && number <= WHOLE);
  }

  /** Returns per mille as a share from 0 to 1. */
  static BigDecimal share(long perMille) {
    return BigDecimal.valueOf(perMille, DIGITS).stripTrailingZeros();
  }
}
