package org.sovereignbook.sbp.agent;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmInput;
import org.sovereignbook.sbp.llm.LlmLimits;
import org.sovereignbook.sbp.llm.LlmMode;
import org.sovereignbook.sbp.llm.LlmPrices;
import org.sovereignbook.sbp.llm.LlmRepair;
import org.sovereignbook.sbp.llm.LlmRequest;

/**
 * The most that a call is expected to use up. A byte is a token at worst, since models split text
 * into pieces of at least one byte. With tools the model sees its growing conversation once for
 * each step; so many steps are reckoned with.
 *
 * @param costUsd empty where nobody can say
 */
record LlmEstimate(long tokens, Optional<BigDecimal> costUsd) {
  /** Read, read, write, done: what the jobs of the three roles take. */
  private static final int STEPS_WITH_TOOLS = 4;

  static LlmEstimate of(LlmRequest request, LlmBackend backend, LlmLimits limits) {
    long bytes = backend.overheadTokens() + bytes(request.prompt());
    for (LlmInput input : request.inputs()) {
      bytes += bytes(input.text());
    }
    for (LlmRepair repair : request.repair().stream().toList()) {
      bytes += bytes(repair.answer()) + bytes(repair.error());
    }
    int steps = request.mode() == LlmMode.TOOLS ? STEPS_WITH_TOOLS : 1;
    long input = bytes * steps;
    long output = request.budget().maxOutputTokens();
    Optional<BigDecimal> cost =
        backend.reportsCost(request.settings())
            ? Optional.of(BigDecimal.valueOf(limits.callCostUsd()))
            : LlmPrices.from(request.settings()).of(input, output);
    return new LlmEstimate(input + output, cost);
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
