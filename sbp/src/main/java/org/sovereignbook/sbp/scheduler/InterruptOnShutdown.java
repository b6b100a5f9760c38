package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While this is open, a signal to end the process (SIGTERM, Ctrl-C) interrupts the thread that
 * opened it and lets it finish what it must: its child processes ended, its state written.
 */
final class InterruptOnShutdown implements AutoCloseable {
  /** Longer than ending a process tree takes. */
  private static final Duration LIMIT = ProcessTree.GRACE.multipliedBy(4);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;

  private InterruptOnShutdown(Thread working) {
    this.hook =
        new Thread(
            () -> {
              working.interrupt();
              awaitClose();
            },
            "end of tick");
  }

  static InterruptOnShutdown ofThisThread() {
    InterruptOnShutdown guard = new InterruptOnShutdown(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(guard.hook);
    return guard;
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook is what made this thread come here.
    }
  }

  private void awaitClose() {
    try {
      boolean inTime = closed.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      assert inTime : "the tick did not end in time";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
