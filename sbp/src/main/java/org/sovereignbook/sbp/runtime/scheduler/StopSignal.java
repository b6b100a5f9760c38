package org.sovereignbook.sbp.runtime.scheduler;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.ProcessTree;

/**
 * While this is open, a signal to end the process (SIGTERM, Ctrl-C) makes the tick stop and lets it
 * finish what it must: its child processes ended, its state written. The tick's thread is
 * interrupted only while it waits for a command, since an interruption would tear file operations.
 */
final class StopSignal implements AutoCloseable {
  /** Longer than ending a process tree takes. */
  private static final Duration LIMIT = Duration.ofMillis(4 * ProcessTree.GRACE.toMillis());

  private final Thread working = Thread.currentThread();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtExit hook = AtExit.run("end of tick", this::stopAndAwaitClose);
  private final Object monitor = new Object();
  private boolean stopped;
  private boolean waiting;

  private StopSignal() {}

  /** Something that waits and may be interrupted. */
  interface Waiting<T> {
    T get() throws InterruptedException;
  }

  /** Listens on behalf of this thread. */
  static StopSignal open() {
    return new StopSignal();
  }

  /**
   * Goes on only if nobody has said stop.
   *
   * @throws InterruptedException if somebody has
   */
  void check() throws InterruptedException {
    synchronized (monitor) {
      stopped |= Thread.interrupted();
      if (stopped) {
        throw new InterruptedException("told to stop");
      }
    }
  }

  /** Waits for something, which a signal interrupts. No interruption is left afterwards. */
  <T> T interruptibly(Waiting<T> wait) throws InterruptedException {
    check();
    synchronized (monitor) {
      waiting = true;
    }
    try {
      return wait.get();
    } finally {
      synchronized (monitor) {
        waiting = false;
        stopped |= Thread.interrupted();
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    hook.close();
  }

  void stop() {
    synchronized (monitor) {
      stopped = true;
      if (waiting) {
        working.interrupt();
      }
    }
  }

  private void stopAndAwaitClose() {
    stop();
    try {
      boolean inTime = closed.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      assert inTime : "the tick did not end in time";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
