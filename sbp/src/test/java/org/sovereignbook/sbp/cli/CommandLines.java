package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.protocol.Endpoint;
import picocli.CommandLine;

/** Looks at command lines without running them, for tests of what the documentation says. */
public final class CommandLines {
  private CommandLines() {}

  public static boolean exists(String command) {
    return Commands.find(command).isPresent();
  }

  /**
   * Parses a command line as the program does.
   *
   * @throws AssertionError when the program would refuse it
   */
  public static void requireValid(List<String> arguments) {
    Commands.Entry command =
        Commands.find(arguments.getFirst())
            .orElseThrow(() -> new AssertionError("no command " + arguments.getFirst()));
    try {
      new CommandLine(command.supplier().get())
          .setCaseInsensitiveEnumValuesAllowed(true)
          .registerConverter(Endpoint.class, Endpoint::parse)
          .parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }
}
