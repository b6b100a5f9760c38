package org.sovereignbook.sbp.frontend.command;

import java.io.PrintStream;

/** A line that grows or changes, shown only to a person at a terminal. */
public final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream out;
  private final boolean shown;

  private ProgressBar(PrintStream out, boolean shown) {
    this.out = out;
    this.shown = shown;
  }

  public static ProgressBar of(Session session) {
    World world = session.world();
    return new ProgressBar(
        world.out(),
        !session.output().isJson()
            && world.terminal().getAsBoolean()
            && !world.environment().getOrDefault("TERM", "dumb").equals("dumb"));
  }

  public void advance(int done, int total) {
    if (shown && total > 0) {
      int filled = (int) ((long) WIDTH * Math.min(done, total) / total);
      String bar = "#".repeat(filled) + " ".repeat(WIDTH - filled);
      out.print(ERASE_LINE + "[" + bar + "] " + done + "/" + total);
      out.flush();
    }
  }

  /** Shows a text in place of the line. */
  public void show(String text) {
    if (shown) {
      out.print(ERASE_LINE + text);
      out.flush();
    }
  }

  /** Erases the line. */
  @Override
  public void close() {
    if (shown) {
      out.print(ERASE_LINE);
      out.flush();
    }
  }
}
