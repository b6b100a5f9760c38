package org.sovereignbook.sbp.cli.shell;

/** A line that is no list of commands, or not yet. */
final class ShellSyntaxException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean unfinished;

  ShellSyntaxException(String message, boolean unfinished) {
    super(message);
    this.unfinished = unfinished;
  }

  /** Whether another line may complete it. */
  boolean isUnfinished() {
    return unfinished;
  }
}
