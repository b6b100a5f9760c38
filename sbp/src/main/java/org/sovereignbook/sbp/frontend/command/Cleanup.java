package org.sovereignbook.sbp.frontend.command;

import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import org.sovereignbook.sbp.node.AtExit;

/**
 * Work to do at the end of the program, also when the user interrupts it. Each item is done once,
 * the last one added first. Thread-safe.
 */
public final class Cleanup implements AutoCloseable {
  private final BlockingDeque<Runnable> works = new LinkedBlockingDeque<>();
  private final AtExit hook = AtExit.run("cleanup", this::finish);

  private Cleanup() {}

  /** Starts to listen for the end of the program. */
  public static Cleanup start() {
    return new Cleanup();
  }

  /** Adds an item of work. */
  public void add(Runnable work) {
    works.addFirst(work);
  }

  @Override
  public void close() {
    finish();
    hook.close();
  }

  /** Does the work now. One thread at a time: a second caller returns when all is done. */
  public synchronized void finish() {
    for (Runnable work = works.poll(); work != null; work = works.poll()) {
      work.run();
    }
  }
}
