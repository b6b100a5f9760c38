package org.sovereignbook.sbp.net.mcp;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Counter of the running calls of each caller. A caller with too many waits for a slot, together
 * with a bounded number of others. Thread-safe.
 */
final class CallSlots {
  private static final int MAX_WAITING = 32;

  private final Map<String, Integer> taken = new HashMap<>();
  private final Map<String, Integer> waiting = new HashMap<>();

  /** Slot of a running call. */
  interface Slot extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes a slot, as soon as one is free.
   *
   * @throws RpcError when none is free within this time
   */
  synchronized Slot take(String principal, int most, Duration atMost)
      throws RpcError, InterruptedException {
    if (taken.getOrDefault(principal, 0) >= most) {
      if (waiting.merge(principal, 1, Integer::sum) > MAX_WAITING) {
        giveBack(waiting, principal);
        throw tooMany(most);
      }
      try {
        await(principal, most, System.nanoTime() + atMost.toNanos());
      } finally {
        giveBack(waiting, principal);
      }
    }
    taken.merge(principal, 1, Integer::sum);
    return () -> give(principal);
  }

  private void await(String principal, int most, long deadline)
      throws RpcError, InterruptedException {
    while (taken.getOrDefault(principal, 0) >= most) {
      long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (millis <= 0) {
        throw tooMany(most);
      }
      wait(millis);
    }
  }

  private static RpcError tooMany(int most) {
    return RpcError.tooMany("too many calls at once: at most " + most + " for this caller");
  }

  private synchronized void give(String principal) {
    giveBack(taken, principal);
    notifyAll();
  }

  private static void giveBack(Map<String, Integer> counts, String principal) {
    counts.computeIfPresent(principal, (_, count) -> count == 1 ? null : count - 1);
  }
}
