package org.sovereignbook.sbp.frontend.command;

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

  /** A slip of whoever typed the command line. */
  public static CliException wrong(String message, String... hints) {
    return new CliException(ExitCode.WRONG_COMMAND_LINE, message, hints);
  }

  /** There is no such thing. */
  public static CliException notFound(String message, String... hints) {
    return new CliException(ExitCode.NOT_FOUND, message, hints);
  }

  /** It may not be. */
  public static CliException refused(String message, String... hints) {
    return new CliException(ExitCode.REFUSED, message, hints);
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  public List<String> hints() {
    return hints;
  }
}
