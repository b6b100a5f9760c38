package org.sovereignbook.sbp.cli;

import java.io.PrintStream;

/** One line on standard error that grows, when there is a terminal and a person; else nothing. */
final class ProgressBar {
  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream err;
  private final boolean shown;

  private ProgressBar(PrintStream err, boolean shown) {
    this.err = err;
    this.shown = shown;
  }

  static ProgressBar of(Session session) {
    World world = session.world();
    return new ProgressBar(
        world.err(), !session.output().isJson() && world.terminal().getAsBoolean());
  }

  void advance(int done, int total) {
    if (shown && total > 0) {
      int filled = (int) ((long) WIDTH * Math.min(done, total) / total);
      String bar = "#".repeat(filled) + " ".repeat(WIDTH - filled);
      err.print(ERASE_LINE + "[" + bar + "] " + done + "/" + total);
      err.flush();
    }
  }

  /** Takes the line away again. */
  void clear() {
    if (shown) {
      err.print(ERASE_LINE);
      err.flush();
    }
  }
}
