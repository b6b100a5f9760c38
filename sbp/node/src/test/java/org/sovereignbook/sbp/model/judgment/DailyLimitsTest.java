package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;

class DailyLimitsTest {
  private record Telling(boolean cost) implements LlmBackend {
    @Override
    public String name() {
      return "telling";
    }

    @Override
    public String description() {
      return "tells its cost, or not";
    }

    @Override
    public boolean reportsCost(Config settings) {
      return cost;
    }

    @Override
    public LlmAnswer answer(LlmRequest request) {
      throw new AssertionError("nobody asks it");
    }
  }

  @Test
  void withoutAWordOfTheOperatorTheNumberOfCallsIsLimited() {
    DailyLimits limits = DailyLimits.of(Config.empty());

    assertThat(limits.none()).isFalse();
    assertThat(limits).hasToString("100 calls (llm.daily_call_limit) a day");
  }

  @Test
  void aNewNodeWhoseBackendTellsItsCostHasALimitOfCostAsWell() {
    assertThat(DailyLimits.initial(Config.empty(), new Telling(false))).isEqualTo(Config.empty());

    assertThat(DailyLimits.of(DailyLimits.initial(Config.empty(), new Telling(true))))
        .hasToString("100 calls (llm.daily_call_limit), 5 USD (llm.daily_cost_limit) a day");
  }

  @Test
  void anOperatorMayHaveNone() {
    Config config = Config.empty().with(AgentSettings.DAILY_CALLS, 0L);

    assertThat(DailyLimits.of(config).none()).isTrue();
    assertThat(DailyLimits.of(config)).hasToString("none");
  }
}
