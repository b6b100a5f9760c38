package org.sovereignbook.sbp.store;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.node.Setting;

/**
 * Bounded wait for a node that another process has locked. The operating system sends no event when
 * a lock is freed, so this checks again at short intervals.
 *
 * @param atMost zero for one attempt
 * @param pause the way to wait for an interval
 * @param announce receives one line, before the first pause: the process with the lock, and the
 *     time limit
 */
public record NodeWait(Duration atMost, Pause pause, Consumer<String> announce) {
  /** Among the settings of the scheduler, which an ejected step must not load for it. */
  public static final Setting<Integer> BUSY_WAIT_SECONDS =
      Setting.integer(
          "scheduler.busy_wait_seconds",
          600,
          0,
          24 * 60 * 60,
          "how long a command that changes the node, or a step, waits while another step runs; 0"
              + " means not at all");

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** Lets time pass. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  /** Waits in the calling thread. */
  public static NodeWait of(Duration atMost, Consumer<String> announce) {
    return new NodeWait(atMost, Thread::sleep, announce);
  }

  /**
   * Repeats an attempt until it succeeds.
   *
   * @throws NodeBusyException when the node is still locked at the end of the time, or the thread
   *     is interrupted
   */
  public <T> T until(Supplier<T> attempt) {
    Duration waited = Duration.ZERO;
    while (true) {
      try {
        return attempt.get();
      } catch (NodeBusyException busy) {
        if (waited.compareTo(atMost) >= 0) {
          throw busy.after(atMost);
        }
        if (waited.isZero()) {
          announce.accept(busy.waiting(atMost));
        }
        rest(busy);
        waited = waited.plus(LOOK_AGAIN);
      }
    }
  }

  private void rest(NodeBusyException busy) {
    try {
      pause.pause(LOOK_AGAIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy;
    }
  }
}
