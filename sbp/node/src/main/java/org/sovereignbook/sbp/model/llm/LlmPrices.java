package org.sovereignbook.sbp.model.llm;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;

/**
 * Prices of a million tokens of a backend, set by the operator for providers that do not report
 * costs. Zero is a price.
 */
public record LlmPrices(BigDecimal inputUsd, BigDecimal outputUsd) {
  public static final Setting<Double> INPUT =
      price("usd_per_million_input_tokens", "US dollars for a million tokens of input");
  public static final Setting<Double> OUTPUT =
      price("usd_per_million_output_tokens", "US dollars for a million tokens of output");

  private static final double MAX_USD_PER_MILLION = 100_000;
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
  private static final int DIGITS = 6;

  private static Setting<Double> price(String key, String meaning) {
    return Setting.decimal(key, 0, 0, MAX_USD_PER_MILLION, meaning).withoutDefault();
  }

  /**
   * Reads the prices in a backend's settings; empty when there are none, so that costs are unknown.
   */
  public static Optional<LlmPrices> from(Config settings) {
    Optional<Double> input = settings.find(INPUT);
    Optional<Double> output = settings.find(OUTPUT);
    if (input.isPresent() != output.isPresent()) {
      throw settings.wrong(
          (input.isPresent() ? OUTPUT : INPUT).key(),
          "a number of dollars: both prices are needed, or none");
    }
    return input.map(
        price ->
            new LlmPrices(BigDecimal.valueOf(price), BigDecimal.valueOf(output.orElseThrow())));
  }

  /**
   * Returns the usage with its cost, computed from the prices in the settings when the provider did
   * not report it.
   */
  public static LlmUsage priced(LlmUsage usage, Config settings) {
    Optional<LlmPrices> prices = from(settings);
    if (usage.costUsd().isPresent()
        || prices.isEmpty()
        || usage.inputTokens().isEmpty()
        || usage.outputTokens().isEmpty()) {
      return usage;
    }
    return usage.withCostUsd(
        prices.get().of(usage.inputTokens().getAsLong(), usage.outputTokens().getAsLong()));
  }

  /** Returns the cost of tokens. */
  public BigDecimal of(long inputTokens, long outputTokens) {
    return inputUsd
        .multiply(BigDecimal.valueOf(inputTokens))
        .add(outputUsd.multiply(BigDecimal.valueOf(outputTokens)))
        .divide(MILLION, DIGITS, RoundingMode.CEILING);
  }
}
