package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonDecimal;

class CallLimitTest {
  @ParameterizedTest
  @CsvSource({
    // calls, tokens; spent calls, spent tokens; wanted
    "0, 0, 1000, 1000000, 50, true",
    "6, 0, 3, 0, 3, true",
    "6, 0, 3, 0, 4, false",
    "6, 0, 7, 0, 1, false",
    "0, 1000, 4, 400, 6, true",
    "0, 1000, 4, 400, 7, false",
    "0, 1000, 0, 0, 7, true",
    "0, 1000, 1, 9223372036854775807, 7, false",
    "6, 1000, 2, 400, 3, true",
    "6, 1000, 2, 400, 4, false"
  })
  void aLimitLeavesCallsOfTheMeanSizeOfTheDay(
      long calls, long tokens, long spentCalls, long spentTokens, int wanted, boolean leaves) {
    CallLimit limit = new CallLimit("limits", "team:", calls, tokens);
    assertThat(
            limit.leaves(
                new CallLedger.Spending(spentCalls, spentTokens, JsonDecimal.of(0)), wanted))
        .isEqualTo(leaves);
  }
}
