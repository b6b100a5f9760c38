package org.sovereignbook.sbp.plugins.gemini;

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
    String json =
        """
        {"response":"x","stats":{"models":{"a":{"api":{"totalRequests":1},\
        "tokens":{"prompt":%1$d,"candidates":%1$d,"thoughts":%1$d}},\
        "b":{"api":{"totalRequests":1},"tokens":{"prompt":%1$d,"candidates":%1$d}}}}}
        """
            .formatted(stated);
    LlmUsage usage =
        GeminiResult.of(new CodingCli.ProcessResult(0, json, "", Duration.ZERO)).usage();
    long expected = stated < 0 ? 0 : LlmUsage.MAX_TOKENS;
    assertThat(usage.inputTokens()).hasValue(expected);
    assertThat(usage.outputTokens()).hasValue(expected);
  }
}
