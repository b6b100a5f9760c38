package org.sovereignbook.sbp.frontend.command;

import java.util.List;

/** Failure of a command: the exit code, one line on the problem, and hints. */
public final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ExitCode exitCode;
  private final transient List<String> hints;

  /**
   * Makes a failure.
   *
   * @param message lower case, without the program's name and a final full stop
   * @param hints each a line of its own, such as the command to run next
   */
  public CliException(ExitCode exitCode, String message, String... hints) {
    super(message);
    this.exitCode = exitCode;
    this.hints = List.of(hints);
  }

  /** Makes a failure for a wrong command line. */
  public static CliException wrong(String message, String... hints) {
    return new CliException(ExitCode.WRONG_COMMAND_LINE, message, hints);
  }

  /** Makes a failure for a thing that does not exist. */
  public static CliException notFound(String message, String... hints) {
    return new CliException(ExitCode.NOT_FOUND, message, hints);
  }

  /** Makes a failure for an action that is not permitted. */
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
