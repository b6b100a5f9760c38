package org.sovereignbook.sbp.plugins.openai;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;

/**
 * Repetition of a request that the service did not answer (AGENT-STACK §10): after a second, then
 * two, four, at most 30, each time half as much more or less by chance. A request that was answered
 * is never repeated. Backends that keep failing rest, which the ledger of calls decides.
 *
 * @param most how many times
 */
record Retries(int most, RandomGenerator random, Pause pause) {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int LONGEST_DOUBLING = 5;

  /** A wait, replaced in tests. */
  @FunctionalInterface
  interface Pause {
    void last(Duration delay, Cancellation cancel) throws LlmException, InterruptedException;
  }

  /** Waits until the delay is over or the turn is cancelled. */
  static void sleep(Duration delay, Cancellation cancel) throws LlmException, InterruptedException {
    CountDownLatch cancelled = new CountDownLatch(1);
    try (Cancellation.OnCancel _ = cancel.onCancel(cancelled::countDown)) {
      if (cancelled.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
        throw LlmException.cancelled();
      }
    }
  }

  /**
   * Returns the delay before the next request; empty if there is none.
   *
   * @param made how many times it was repeated
   * @param left the time that is left for the call
   */
  Optional<Duration> delay(LlmException failure, int made, Duration left) {
    Duration wanted = failure.retryAfter().orElse(Duration.ZERO);
    if (failure.kind() != LlmException.Kind.PROVIDER
        || made >= most
        || wanted.compareTo(LONGEST) > 0) {
      return Optional.empty();
    }
    Duration doubled = FIRST.multipliedBy(1L << Math.min(made, LONGEST_DOUBLING));
    Duration usual = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    Duration delay = Duration.ofMillis((long) (usual.toMillis() * (0.5 + random.nextDouble())));
    Duration longer = delay.compareTo(wanted) > 0 ? delay : wanted;
    return Optional.of(longer).filter(it -> it.compareTo(left) < 0);
  }
}
