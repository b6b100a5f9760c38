package org.sovereignbook.sbp.frontend.command;

import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import org.sovereignbook.sbp.node.AtExit;

/**
 * What must be done at the end, also when the user interrupts the program before it: each piece of
 * work once, the one added last first. Thread-safe.
 */
public final class Cleanup implements AutoCloseable {
  private final BlockingDeque<Runnable> works = new LinkedBlockingDeque<>();
  private final AtExit hook = AtExit.run("cleanup", this::finish);

  private Cleanup() {}

  /** Begins to watch over the end of the program. */
  public static Cleanup start() {
    return new Cleanup();
  }

  /** Something to be done. */
  public void add(Runnable work) {
    works.addFirst(work);
  }

  @Override
  public void close() {
    finish();
    hook.close();
  }

  /** Does it now: one thread at a time, so that whoever comes second returns when all is done. */
  public synchronized void finish() {
    for (Runnable work = works.poll(); work != null; work = works.poll()) {
      work.run();
    }
  }
}
