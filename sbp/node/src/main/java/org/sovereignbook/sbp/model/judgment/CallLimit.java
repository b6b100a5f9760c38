package org.sovereignbook.sbp.model.judgment;

import java.util.Optional;

/**
 * Limit on some of the calls of a UTC day, in addition to the limits of the node.
 *
 * @param name the name of the setting, such as {@code limits.daily_calls}
 * @param component the component of those calls; a name that ends in a colon stands for all
 *     components that begin with it
 * @param calls 0 is no limit
 * @param tokens 0 is no limit
 */
public record CallLimit(String name, String component, long calls, long tokens) {

  boolean isSet() {
    return calls > 0 || tokens > 0;
  }

  /** Returns whether this many calls are left, each with the tokens of the mean call of the day. */
  boolean leaves(CallLedger.Spending spent, int wanted) {
    long each = spent.calls() == 0 ? 0 : spent.tokens() / spent.calls();
    return (calls == 0 || calls - spent.calls() >= wanted)
        && (tokens == 0 || each == 0 || (tokens - spent.tokens()) / each >= wanted);
  }

  /** Returns why a call with this many tokens cannot be made; empty when it can. */
  Optional<String> reached(CallLedger.Spending spent, long estimate) {
    if (calls > 0 && spent.calls() >= calls) {
      return Optional.of("all %d calls of the day are used up (%s)".formatted(calls, name));
    }
    return tokens > 0 && estimate > tokens - spent.tokens()
        ? Optional.of(
            "%d of the day's %d tokens are used up, and this call may take %d (%s)"
                .formatted(spent.tokens(), tokens, estimate, name))
        : Optional.empty();
  }
}
