package org.sovereignbook.sbp.llm;

import java.math.BigDecimal;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonDecimal;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

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
    double dailyCostUsd,
    double callCostUsd,
    int maxOutputTokens) {
  private static final String DAILY_CALLS = "daily_call_limit";
  private static final String DAILY_TOKENS = "daily_token_limit";
  private static final String DAILY_COST = "daily_cost_limit";
  private static final String CALL_COST = "call_cost_limit";
  private static final String MAX_OUTPUT_TOKENS = "max_output_tokens";

  private static final long MAX_CALLS = 1_000_000;
  private static final long MAX_TOKENS = 1_000_000_000_000L;
  private static final double MAX_USD = 1_000_000;
  private static final double MIN_CALL_USD = 0.01;
  private static final double DEFAULT_CALL_USD = 1;
  private static final int MIN_OUTPUT_TOKENS = 256;
  private static final int MAX_OUTPUT_TOKENS_LIMIT = 1_000_000;

  static LlmLimits defaults() {
    return from(Config.at("llm", JsonObject.empty()));
  }

  static LlmLimits from(Config llm) {
    return new LlmLimits(
        llm.longInteger(DAILY_CALLS, 0, 0, MAX_CALLS),
        llm.longInteger(DAILY_TOKENS, 0, 0, MAX_TOKENS),
        llm.decimal(DAILY_COST, 0, 0, MAX_USD),
        llm.decimal(CALL_COST, DEFAULT_CALL_USD, MIN_CALL_USD, MAX_USD),
        llm.integer(
            MAX_OUTPUT_TOKENS,
            LlmBudget.DEFAULT_MAX_OUTPUT_TOKENS,
            MIN_OUTPUT_TOKENS,
            MAX_OUTPUT_TOKENS_LIMIT));
  }

  /** Whether there is a limit of cost. */
  public boolean limitsCost() {
    return dailyCostUsd > 0;
  }

  /** What one call may use up. */
  public LlmBudget budget() {
    return new LlmBudget(
        maxOutputTokens, limitsCost() ? Optional.of(BigDecimal.valueOf(callCostUsd)) : Optional.empty());
  }

  void writeTo(JsonObject.Builder json) {
    json.put(DAILY_CALLS, dailyCalls)
        .put(DAILY_TOKENS, dailyTokens)
        .put(DAILY_COST, JsonDecimal.of(dailyCostUsd))
        .put(CALL_COST, JsonDecimal.of(callCostUsd))
        .put(MAX_OUTPUT_TOKENS, maxOutputTokens);
  }
}
