package org.sovereignbook.sbp.llm;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;

/**
 * What a backend's tokens cost, by the operator's word ({@code llm.NAME.usd_per_million_…}), for
 * providers that do not say.
 *
 * @param usdPerMillion present when both prices are set; zero is a price
 */
public record LlmPrices(Optional<Pair> usdPerMillion) {
  public static final String INPUT = "usd_per_million_input_tokens";
  public static final String OUTPUT = "usd_per_million_output_tokens";
  private static final double MAX_USD_PER_MILLION = 100_000;
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
  private static final int DIGITS = 6;

  /** The prices of a million tokens each way. */
  public record Pair(BigDecimal input, BigDecimal output) {}

  /** Reads a backend's settings. */
  public static LlmPrices from(Config settings) {
    if (!settings.json().has(INPUT) && !settings.json().has(OUTPUT)) {
      return new LlmPrices(Optional.empty());
    }
    return new LlmPrices(Optional.of(new Pair(price(settings, INPUT), price(settings, OUTPUT))));
  }

  /** Whether the cost of a call can be computed. */
  public boolean known() {
    return usdPerMillion.isPresent();
  }

  /** The cost of tokens; empty without prices. */
  public Optional<BigDecimal> of(long inputTokens, long outputTokens) {
    return usdPerMillion.map(
        prices ->
            prices
                .input
                .multiply(BigDecimal.valueOf(inputTokens))
                .add(prices.output.multiply(BigDecimal.valueOf(outputTokens)))
                .divide(MILLION, DIGITS, RoundingMode.CEILING));
  }

  /** The usage with its cost, where the provider did not say and it can be computed. */
  public LlmUsage priced(LlmUsage usage) {
    if (usage.costUsd().isPresent()
        || usage.inputTokens().isEmpty()
        || usage.outputTokens().isEmpty()) {
      return usage;
    }
    return of(usage.inputTokens().getAsLong(), usage.outputTokens().getAsLong())
        .map(usage::withCostUsd)
        .orElse(usage);
  }

  private static BigDecimal price(Config settings, String key) {
    if (!settings.json().has(key)) {
      throw settings.wrong(key, "a number of dollars: both prices are needed, or none");
    }
    return BigDecimal.valueOf(settings.decimal(key, 0, 0, MAX_USD_PER_MILLION));
  }
}
