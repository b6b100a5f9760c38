package org.sovereignbook.sbp.plugins.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;

/** Numbers of tokens that no call uses up, as a program states them. */
class StatedTokensTest {
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE})
  void theyCountAsNoneOrTheMost(long stated) throws Exception {
    String step =
        """
        {"type":"step_finish","part":{"tokens":{"input":%1$d,"output":%1$d,"reasoning":%1$d,\
        "cache":{"read":%1$d,"write":%1$d}}}}
        """
            .formatted(stated);
    LlmUsage usage =
        OpenCodeEvents.of(new CodingCli.ProcessResult(0, step + step, "", Duration.ZERO)).usage();
    if (stated < 0) {
      assertThat(usage).isEqualTo(LlmUsage.unknown());
    } else {
      assertThat(usage.inputTokens()).hasValue(LlmUsage.MAX_TOKENS);
      assertThat(usage.outputTokens()).hasValue(LlmUsage.MAX_TOKENS);
    }
  }
}
