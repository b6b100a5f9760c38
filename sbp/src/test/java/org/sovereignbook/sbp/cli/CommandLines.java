package org.sovereignbook.sbp.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.testing.TestClock;
import picocli.CommandLine;

/** Looks at command lines without running them, for tests of what the documentation says. */
public final class CommandLines {
  private CommandLines() {}

  public static boolean exists(String command) {
    return Commands.builtIn().find(command).isPresent();
  }

  /**
   * Parses a command line as the program does.
   *
   * @throws AssertionError when the program would refuse it
   */
  public static void requireValid(List<String> arguments) {
    Commands.Row command =
        Commands.builtIn()
            .find(arguments.getFirst())
            .orElseThrow(() -> new AssertionError("no command " + arguments.getFirst()));
    try {
      Commands.builtIn()
          .commandLine(command)
          .registerConverter(Endpoint.class, Endpoint::parse)
          .parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** Every command as data. */
  public static Catalog catalog() {
    return Commands.builtIn().catalog();
  }

  /** Every command of the program. */
  public static CommandTable table() {
    return Commands.builtIn();
  }

  /** Runs a command line in the world of a session. */
  public static ExitCode run(Session session, List<String> words) {
    return Commands.builtIn().run(session, words);
  }

  /** A session outside of any node, that prints to one stream. */
  public static Session session(Path folder, Map<String, String> environment, PrintStream out) {
    return session(folder, environment, out, new TestClock());
  }

  /** A session by a clock of the caller's. */
  public static Session session(
      Path folder, Map<String, String> environment, PrintStream out, InstantSource clock) {
    World world =
        new World(
            environment,
            folder,
            InputStream.nullInputStream(),
            out,
            out,
            () -> false,
            LocalDisk.unsynced(),
            clock,
            new SecureRandom());
    return Session.of(world, new Output(world, false), table());
  }
}
