package org.sovereignbook.sbp.node;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Wait for another thread or process: looks, pauses, and looks again. A limited wait ends by the
 * number of its looks, and so also ends on a clock that stands still.
 *
 * @param clock one that is a {@link Pauses} pauses in its own way, such as a test's
 * @param between the pause between two looks
 */
public record Polling(InstantSource clock, Duration between) {
  /** Clock with its own way to let time pass. */
  @FunctionalInterface
  public interface Pauses {
    void pause(Duration time) throws InterruptedException;
  }

  /** Look at the thing that is waited for. */
  @FunctionalInterface
  public interface Look<X extends Exception> {
    boolean isOver() throws X;
  }

  /** Lets time pass. */
  public static void pause(InstantSource clock, Duration time) throws InterruptedException {
    if (clock instanceof Pauses own) {
      own.pause(time);
    } else {
      Thread.sleep(time);
    }
  }

  /** Lets the time between two looks pass. */
  public void pause() throws InterruptedException {
    pause(clock, between);
  }

  /** Looks until it is over. */
  public <X extends Exception> void until(Look<X> look) throws X, InterruptedException {
    while (!look.isOver()) {
      pause();
    }
  }

  /** Looks until it is over, with pauses of {@code most} altogether. Returns whether it is over. */
  public <X extends Exception> boolean until(Duration most, Look<X> look)
      throws X, InterruptedException {
    for (long left = most.dividedBy(between); left > 0; left--) {
      if (look.isOver()) {
        return true;
      }
      pause();
    }
    return look.isOver();
  }
}
