package org.sovereignbook.sbp.society.memory;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Shares: numbers from 0 to 1 for models and programs, integers in per mille where they are stored.
 */
public final class PerMille {
  private static final int WHOLE = 1_000;
  private static final int DIGITS = 3;

  private PerMille() {}

  /** Returns a number from 0 to 1 in per mille; empty for any other value. */
  static Optional<Long> of(JsonValue value) {
    if (value instanceof JsonDecimal(BigDecimal decimal)) {
      return decimal.signum() >= 0 && decimal.compareTo(BigDecimal.ONE) <= 0
          ? Optional.of(Math.round(decimal.movePointRight(DIGITS).doubleValue()))
          : Optional.empty();
    }
    return JsonInteger.of(value)
        .map(JsonInteger::value)
        .filter(number -> number == 0 || number == 1)
        .map(number -> number * WHOLE);
  }

  /** Returns per mille as a share from 0 to 1. */
  public static BigDecimal share(long perMille) {
    return BigDecimal.valueOf(perMille, DIGITS).stripTrailingZeros();
  }

  /** Returns stored members as they are shown: these shares from 0 to 1. */
  static JsonObject shown(JsonObject stored, List<String> shares) {
    JsonObject shown = stored;
    for (String share : shares) {
      OptionalLong perMille = stored.integer(share);
      if (perMille.isPresent()) {
        shown = shown.with(share, new JsonDecimal(share(perMille.getAsLong())));
      }
    }
    return shown;
  }
}
