package org.sovereignbook.sbp.agent;

import java.math.BigDecimal;
import org.sovereignbook.sbp.json.JsonDecimal;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.llm.LlmLimits;

/**
 * What calls have used up, at worst: one of which the provider did not tell, or that never came to
 * its end, counts as much as was reserved for it.
 */
public record LlmSpending(long calls, long tokens, JsonDecimal cost) {
  static final LlmSpending NONE = new LlmSpending(0, 0, JsonDecimal.of(0));

  BigDecimal costUsd() {
    return cost.value();
  }

  LlmSpending plus(long moreTokens, BigDecimal moreCost) {
    // A damaged number near the end of the range must not turn the sum around.
    long sum = tokens > Long.MAX_VALUE - moreTokens ? Long.MAX_VALUE : tokens + moreTokens;
    return new LlmSpending(calls + 1, sum, new JsonDecimal(costUsd().add(moreCost)));
  }

  /** For a person, beside the limits that there are. */
  String in(LlmLimits limits) {
    return calls
        + (limits.dailyCalls() > 0 ? " of " + limits.dailyCalls() : "")
        + (calls == 1 && limits.dailyCalls() == 0 ? " call, " : " calls, ")
        + tokens
        + (limits.dailyTokens() > 0 ? " of " + limits.dailyTokens() : "")
        + " tokens, "
        + costUsd().stripTrailingZeros().toPlainString()
        + (limits.limitsCost() ? " of " + BigDecimal.valueOf(limits.dailyCostUsd()).toPlainString() : "")
        + " USD";
  }

  /** As {@code status --json} shows it. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("calls", calls)
        .put("tokens", tokens)
        .put("cost_usd", cost)
        .build();
  }
}
