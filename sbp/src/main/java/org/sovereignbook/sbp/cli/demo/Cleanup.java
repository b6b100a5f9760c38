package org.sovereignbook.sbp.cli.demo;

import java.util.concurrent.atomic.AtomicBoolean;

/** Something to be done once, at the end or when the user interrupts the program before it. */
public final class Cleanup implements AutoCloseable {
  private final Thread hook;
  private final Runnable work;
  private final AtomicBoolean done = new AtomicBoolean();

  private Cleanup(Runnable work) {
    this.work = work;
    this.hook = new Thread(this::once, "cleanup");
  }

  public static Cleanup on(Runnable work) {
    Cleanup cleanup = new Cleanup(work);
    Runtime.getRuntime().addShutdownHook(cleanup.hook);
    return cleanup;
  }

  @Override
  public void close() {
    once();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The program is ending already, and the hook with it.
    }
  }

  private void once() {
    if (done.compareAndSet(false, true)) {
      work.run();
    }
  }
}
