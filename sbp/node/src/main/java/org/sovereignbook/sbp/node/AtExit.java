package org.sovereignbook.sbp.node;

/**
 * Work done in a separate thread when the process is asked to end (Ctrl-C, SIGTERM) before this is
 * closed. Closing does not do it. Thread-safe.
 */
public final class AtExit implements AutoCloseable {
  private final Thread hook;

  private AtExit(Thread hook) {
    this.hook = hook;
  }

  /** Registers work for the end of the process; does nothing in one that is ending already. */
  public static AtExit run(String name, Runnable work) {
    Thread hook = Thread.ofPlatform().name(name).unstarted(work);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already, and this thread with it.
    }
    return new AtExit(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The work has begun.
    }
  }
}
