package org.sovereignbook.sbp.runtime.scheduler;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.ProcessTree;

/**
 * A handler of SIGTERM and Ctrl-C, active while it is open, that stops the tick but lets it kill
 * its child processes and write its state. The tick's thread is interrupted only while it waits for
 * a command, because an interruption would break file operations.
 */
final class StopSignal implements AutoCloseable {
  /** Longer than killing a process tree takes. */
  private static final Duration LIMIT = Duration.ofMillis(4 * ProcessTree.GRACE.toMillis());

  private final Thread working = Thread.currentThread();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtExit hook = AtExit.run("end of tick", this::stopAndAwaitClose);
  private final Object monitor = new Object();
  private boolean stopped;
  private boolean waiting;

  private StopSignal() {}

  /** A wait that may be interrupted. */
  interface Waiting<T> {
    T get() throws InterruptedException;
  }

  /** Starts to listen on behalf of this thread. */
  static StopSignal open() {
    return new StopSignal();
  }

  /**
   * Fails if a signal has arrived.
   *
   * @throws InterruptedException after a signal
   */
  void check() throws InterruptedException {
    synchronized (monitor) {
      stopped |= Thread.interrupted();
      if (stopped) {
        throw new InterruptedException("told to stop");
      }
    }
  }

  /** Waits, interruptible by a signal. Clears the thread's interrupted state at the end. */
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
