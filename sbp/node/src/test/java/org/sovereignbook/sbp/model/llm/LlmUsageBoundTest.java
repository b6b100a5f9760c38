package org.sovereignbook.sbp.model.llm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LlmUsageBoundTest {
  @Test
  void aProvidersNonsenseNeverWrapsASum() {
    LlmUsage usage = LlmUsage.tokens(Long.MAX_VALUE, Long.MAX_VALUE);

    assertThat(usage.inputTokens()).hasValue(LlmUsage.MAX_TOKENS);
    assertThat(usage.inputTokens().getAsLong() + usage.outputTokens().getAsLong()).isPositive();
    assertThat(LlmUsage.tokens(7, 8).inputTokens()).hasValue(7);
  }
}
