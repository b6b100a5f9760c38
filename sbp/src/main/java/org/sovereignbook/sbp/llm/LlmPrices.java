package org.sovereignbook.sbp.llm;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;

/**
 * What a backend's tokens cost, by the operator's word ({@code llm.NAME.usd_per_million_…}), for
 * providers that do not say.
 *
 * @param usdPerMillion present when both prices are set; zero is a price
 */
public record LlmPrices(Optional<Pair> usdPerMillion) {
  public static final Setting<Double> INPUT =
      price("usd_per_million_input_tokens", "US dollars for a million tokens of input");
  public static final Setting<Double> OUTPUT =
      price("usd_per_million_output_tokens", "US dollars for a million tokens of output");

  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
  private static final int DIGITS = 6;

  /** The prices of a million tokens each way. */
  public record Pair(BigDecimal input, BigDecimal output) {}

  /** Reads a backend's settings; one price alone is an error. */
  public static LlmPrices from(Config settings) {
    Optional<BigDecimal> input = settings.find(INPUT).map(BigDecimal::valueOf);
    Optional<BigDecimal> output = settings.find(OUTPUT).map(BigDecimal::valueOf);
    if (input.isPresent() != output.isPresent()) {
      throw settings.wrong(
          (input.isPresent() ? OUTPUT : INPUT).key(),
          "a number of dollars: both prices are needed, or none");
    }
    return new LlmPrices(input.map(price -> new Pair(price, output.orElseThrow())));
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

  private static Setting<Double> price(String key, String meaning) {
    return Setting.decimal(key, 0, 0, 100_000, meaning + "; both prices are needed, or none")
        .countedIn("US dollars")
        .withoutDefault();
  }
}
