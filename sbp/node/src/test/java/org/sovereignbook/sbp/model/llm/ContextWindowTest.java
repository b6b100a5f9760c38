package org.sovereignbook.sbp.model.llm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals as providers have worded them. */
final class ContextWindowTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8192|This model's maximum context length is 8192 tokens. However, you requested 9001"
            + " tokens (8001 in the messages, 1000 in the completion).",
        "32768|This endpoint's maximum context length is 32768 tokens. However, you requested about"
            + " 40000 tokens",
        "200000|prompt is too long: 208310 tokens > 200000 maximum",
        "200000|input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000",
        "1048576|The input token count (1100000) exceeds the maximum number of tokens allowed"
            + " (1048576).",
        "4096|the request exceeds the available context size, try increasing it (n_ctx 4096)",
        "16384|request (20011 tokens) exceeds the available context size (16384 tokens)",
        "131072|Requested token count exceeds the model's maximum context length of 131,072 tokens",
      })
  void theWindowIsReadFromARefusal(int window, String refusal) {
    assertThat(ContextWindow.named(refusal)).hasValue(window);
  }

  @Test
  void aRefusalWithoutANumberNamesNone() {
    assertThat(ContextWindow.named("the input length exceeds the context length")).isEmpty();
    assertThat(ContextWindow.named("too long: 99999999999 tokens")).isEmpty();
  }
}
