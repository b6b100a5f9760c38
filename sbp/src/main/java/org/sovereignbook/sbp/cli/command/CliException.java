package org.sovereignbook.sbp.cli.command;

import java.util.List;

/** A command cannot go on: the exit code, one line of what happened, and what to do about it. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;
  private final transient List<String> hints;

  /**
   * What to tell the user.
   *
   * @param message lower case, without the program's name and a final full stop
   * @param hints each a line of its own, such as the command to run next
   */
  public CliException(ExitCode exitCode, String message, String... hints) {
    super(message);
    this.exitCode = exitCode;
    this.hints = List.of(hints);
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  public List<String> hints() {
    return hints;
  }
}
