package org.sovereignbook.sbp.llm;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;

/**
 * What all calls of a UTC day, and what each call, may use up; 0 is no limit. The calls of the
 * built-in backend cost nothing and do not count.
 *
 * @param dailyCalls {@code daily_call_limit}
 * @param dailyTokens {@code daily_token_limit}, of input and output together
 * @param dailyCostUsd {@code daily_cost_limit}
 * @param callCostUsd {@code call_cost_limit}: what is reserved for a call whose cost only the
 *     provider knows, and told to backends that can keep to it
 * @param maxOutputTokens {@code max_output_tokens} of one answer
 */
public record LlmLimits(
    long dailyCalls,
    long dailyTokens,
    BigDecimal dailyCostUsd,
    BigDecimal callCostUsd,
    int maxOutputTokens) {
  private static final double MAX_USD = 1_000_000;

  private static final Setting<Long> DAILY_CALLS =
      Setting.longInteger(
          "llm.daily_call_limit",
          0,
          0,
          1_000_000,
          "calls to models in a UTC day; 0 is no limit. What a crash cut off counts in full");

  private static final Setting<Long> DAILY_TOKENS =
      Setting.longInteger(
              "llm.daily_token_limit",
              0,
              0,
              1_000_000_000_000L,
              "tokens in a UTC day, input and output together; 0 is no limit. A call that might"
                  + " exceed it is not made")
          .countedIn("tokens");

  private static final Setting<Double> DAILY_COST =
      Setting.decimal(
              "llm.daily_cost_limit",
              0,
              0,
              MAX_USD,
              "US dollars in a UTC day; 0 is no limit. Needs a backend that reports its cost, or"
                  + " prices in its settings")
          .countedIn("US dollars");

  private static final Setting<Double> CALL_COST =
      Setting.decimal(
              "llm.call_cost_limit",
              1,
              0.01,
              MAX_USD,
              "US dollars reserved for a call whose cost only its provider knows; backends that can"
                  + " keep to it are told")
          .countedIn("US dollars");

  private static final Setting<Integer> MAX_OUTPUT_TOKENS =
      Setting.integer(
          "llm.max_output_tokens",
          LlmBudget.DEFAULT_MAX_OUTPUT_TOKENS,
          256,
          1_000_000,
          "tokens of one answer");

  static final List<Setting<?>> SETTINGS =
      List.of(DAILY_CALLS, DAILY_TOKENS, DAILY_COST, CALL_COST, MAX_OUTPUT_TOKENS);

  /** What the operator has set. */
  public static LlmLimits from(Config config) {
    return new LlmLimits(
        config.get(DAILY_CALLS),
        config.get(DAILY_TOKENS),
        BigDecimal.valueOf(config.get(DAILY_COST)),
        BigDecimal.valueOf(config.get(CALL_COST)),
        config.get(MAX_OUTPUT_TOKENS));
  }

  /** Whether there is a limit of cost. */
  public boolean limitsCost() {
    return dailyCostUsd.signum() > 0;
  }

  /** What one call may use up. */
  public LlmBudget budget() {
    return new LlmBudget(
        maxOutputTokens, limitsCost() ? Optional.of(callCostUsd) : Optional.empty());
  }
}
