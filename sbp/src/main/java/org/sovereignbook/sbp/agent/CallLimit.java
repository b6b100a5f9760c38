package org.sovereignbook.sbp.agent;

import java.util.Optional;

/**
 * What some of the calls of a UTC day may use up together, beside the limits of the node.
 *
 * @param section where its owner set it: {@code daily_calls} and {@code daily_tokens} stand there
 * @param component the component of those calls; with a colon at its end all that begin so
 * @param calls 0 is no limit
 * @param tokens 0 is no limit
 */
public record CallLimit(String section, String component, long calls, long tokens) {

  /** Why a call that may take so many tokens cannot be made. */
  Optional<String> reached(CallLedger.Spending spent, long estimate) {
    if (calls > 0 && spent.calls() >= calls) {
      return Optional.of(
          "all %d calls of the day are used up (sbp team set %s.daily_calls N)"
              .formatted(calls, section));
    }
    return tokens > 0 && estimate > tokens - spent.tokens()
        ? Optional.of(
            "%d of %d tokens of the day are used up, this call may take %d (sbp team set %s.daily_tokens N)"
                .formatted(spent.tokens(), tokens, estimate, section))
        : Optional.empty();
  }
}
