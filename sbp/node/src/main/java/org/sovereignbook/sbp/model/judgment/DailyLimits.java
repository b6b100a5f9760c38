package org.sovereignbook.sbp.model.judgment;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.Config;

/**
 * Limits of a UTC day for all backends of a node together; 0 is no limit. The number of calls is
 * limited for every backend unless the operator removes the limit; when a backend reports its
 * costs, a new node has a limit of cost as well.
 */
public record DailyLimits(long calls, long tokens, @Shape.Named("cost_usd") JsonDecimal cost) {
  private static final double USD_OF_A_NEW_NODE = 5;

  public static DailyLimits of(Config config) {
    return new DailyLimits(
        config.get(AgentSettings.DAILY_CALLS),
        config.get(AgentSettings.DAILY_TOKENS),
        JsonDecimal.of(config.get(AgentSettings.DAILY_COST)));
  }

  BigDecimal costUsd() {
    return cost.value();
  }

  public boolean limitsCost() {
    return cost.doubleValue() > 0;
  }

  /** Returns the configuration of a new node with this backend. */
  public static Config initial(Config config, LlmBackend backend) {
    boolean tellsCost =
        backend.metered() && backend.reportsCost(config.section(backend.settingsSection()));
    return tellsCost ? config.with(AgentSettings.DAILY_COST, USD_OF_A_NEW_NODE) : config;
  }

  public boolean none() {
    return calls == 0 && tokens == 0 && !limitsCost();
  }

  /**
   * Returns a text such as {@code 100 calls (llm.daily_call_limit), 5 USD (llm.daily_cost_limit) a
   * day}.
   */
  @Override
  public String toString() {
    List<String> all = new ArrayList<>();
    if (calls > 0) {
      all.add(calls + " calls (" + AgentSettings.DAILY_CALLS.key() + ")");
    }
    if (tokens > 0) {
      all.add(tokens + " tokens (" + AgentSettings.DAILY_TOKENS.key() + ")");
    }
    if (limitsCost()) {
      String usd = costUsd().stripTrailingZeros().toPlainString();
      all.add(usd + " USD (" + AgentSettings.DAILY_COST.key() + ")");
    }
    return none() ? "none" : String.join(", ", all) + " a day";
  }
}
