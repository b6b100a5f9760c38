package org.sovereignbook.sbp.model.llm;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Usage of a call, as far as the provider reports it.
 *
 * @param model the model that answered
 * @param inputTokens cached ones included
 * @param outputTokens hidden reasoning included
 * @param costUsd the amount that the provider charges
 */
public record LlmUsage(
    Optional<String> model,
    OptionalLong inputTokens,
    OptionalLong outputTokens,
    Optional<BigDecimal> costUsd) {
  /** Numbers with longer or larger exponents are nonsense, and slow to compute with. */
  private static final int MAX_SCALE = 30;

  /** No call uses up more tokens: a provider's larger number counts as this, so sums never wrap. */
  public static final long MAX_TOKENS = 1_000_000_000_000L;

  private static final LlmUsage UNKNOWN =
      new LlmUsage(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when a number is negative or nonsense, since it comes from a
   *     provider
   */
  public LlmUsage {
    if (inputTokens.orElse(0) < 0 || outputTokens.orElse(0) < 0) {
      throw new IllegalArgumentException("a call uses up no negative number of tokens");
    }
    inputTokens = bounded(inputTokens);
    outputTokens = bounded(outputTokens);
    if (costUsd.isPresent() && !isSane(costUsd.get())) {
      throw new IllegalArgumentException("a call costs no such number of dollars");
    }
  }

  /**
   * Returns a number of tokens that a provider states, for a sum: none is negative or too large.
   */
  public static long counted(long stated) {
    return Math.clamp(stated, 0, MAX_TOKENS);
  }

  private static OptionalLong bounded(OptionalLong tokens) {
    return tokens.isPresent() ? OptionalLong.of(Math.min(tokens.getAsLong(), MAX_TOKENS)) : tokens;
  }

  /** Returns whether a number can be a cost. */
  public static boolean isSane(BigDecimal cost) {
    return cost.signum() >= 0
        && Math.abs(cost.scale()) <= MAX_SCALE
        && cost.precision() <= MAX_SCALE;
  }

  /**
   * Returns the usage of a call about which nothing is known; it counts as much as was reserved for
   * it.
   */
  public static LlmUsage unknown() {
    return UNKNOWN;
  }

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
