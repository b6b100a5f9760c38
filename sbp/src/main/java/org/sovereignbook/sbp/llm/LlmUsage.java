package org.sovereignbook.sbp.llm;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a call used up, as far as the provider says.
 *
 * @param model the model that answered
 * @param inputTokens cached ones included
 * @param outputTokens hidden reasoning included
 * @param costUsd what the provider charges
 */
public record LlmUsage(
    Optional<String> model,
    OptionalLong inputTokens,
    OptionalLong outputTokens,
    Optional<BigDecimal> costUsd) {
  private static final LlmUsage UNKNOWN =
      new LlmUsage(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  /** Of a call about which nothing is known; it counts as much as was reserved for it. */
  public static LlmUsage unknown() {
    return UNKNOWN;
  }

  /** Tokens only. */
  public static LlmUsage tokens(long input, long output) {
    return new LlmUsage(
        Optional.empty(), OptionalLong.of(input), OptionalLong.of(output), Optional.empty());
  }

  public LlmUsage withModel(String name) {
    return new LlmUsage(Optional.of(name), inputTokens, outputTokens, costUsd);
  }

  public LlmUsage withCostUsd(BigDecimal cost) {
    return new LlmUsage(model, inputTokens, outputTokens, Optional.of(cost));
  }
}
