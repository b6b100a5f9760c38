package org.sovereignbook.sbp.llm;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What one call may use up; for backends that can set such limits.
 *
 * @param maxOutputTokens of the answer
 * @param maxCostUsd of the call
 */
public record LlmBudget(int maxOutputTokens, Optional<BigDecimal> maxCostUsd) {
  static final int DEFAULT_MAX_OUTPUT_TOKENS = 16_384;

  public LlmBudget {
    if (maxOutputTokens < 1) {
      throw new IllegalArgumentException("an answer needs at least one token");
    }
  }

  static LlmBudget defaults() {
    return new LlmBudget(DEFAULT_MAX_OUTPUT_TOKENS, Optional.empty());
  }
}
