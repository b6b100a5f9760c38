package org.sovereignbook.sbp.plugins.evolution;

import java.util.Locale;
import org.sovereignbook.sbp.model.llm.LlmUsage;

/**
 * Cost of the calls of models for a change, as far as their providers report it.
 *
 * @param calls that were answered
 * @param tokens of input and output
 * @param costUsd the amount that was charged
 */
record ChangeCost(long calls, long tokens, double costUsd) {
  public static final ChangeCost NONE = new ChangeCost(0, 0, 0);

  /** Far above any real cost; keeps a sum over providers' numbers within its column. */
  private static final long MOST = 1_000_000_000_000L;

  /** Returns the cost of one call. */
  public static ChangeCost of(LlmUsage usage) {
    return new ChangeCost(
        1,
        Math.min(MOST, usage.inputTokens().orElse(0))
            + Math.min(MOST, usage.outputTokens().orElse(0)),
        usage.costUsd().map(cost -> Math.min(MOST, cost.doubleValue())).orElse(0.0));
  }

  public ChangeCost plus(ChangeCost other) {
    return new ChangeCost(
        calls + other.calls,
        Math.min(MOST, tokens + other.tokens),
        Math.min(1_000_000, costUsd + other.costUsd));
  }

  /** Returns the cost in words, such as {@code 12 calls of models, 3400 tokens, $0.05}. */
  public String text() {
    return String.format(Locale.ROOT, "%d calls of models", calls)
        + (tokens > 0 ? String.format(Locale.ROOT, ", %d tokens", tokens) : "")
        + (costUsd > 0 ? String.format(Locale.ROOT, ", $%.2f", costUsd) : "");
  }
}
