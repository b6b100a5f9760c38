package org.sovereignbook.sbp.mcp;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** How many calls each caller has under way; who has too many waits for a turn. Thread-safe. */
final class CallSlots {
  private final Map<String, Integer> taken = new HashMap<>();

  /** A call that may go on. */
  interface Slot extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes one, as soon as there is one.
   *
   * @throws RpcError when there is none within this time
   */
  synchronized Slot take(String principal, int most, Duration atMost)
      throws RpcError, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (taken.getOrDefault(principal, 0) >= most) {
      long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (millis <= 0) {
        throw RpcError.tooMany("too many calls at once: at most " + most + " for this caller");
      }
      wait(millis);
    }
    taken.merge(principal, 1, Integer::sum);
    return () -> give(principal);
  }

  private synchronized void give(String principal) {
    taken.computeIfPresent(principal, (_, count) -> count == 1 ? null : count - 1);
    notifyAll();
  }
}
