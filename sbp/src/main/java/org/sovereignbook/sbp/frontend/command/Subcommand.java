package org.sovereignbook.sbp.frontend.command;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * One subcommand: a class with picocli's annotations that parses its arguments, calls one package,
 * and prints the result (ARCHITECTURE, cli). Instantiated for each run; its name is in the table of
 * commands.
 */
public interface Subcommand {

  /**
   * Returns whether it is called frequently: then an ordinary command line is parsed without
   * picocli, and the command leaves no work for the end of the process.
   */
  default boolean isPlain() {
    return false;
  }

  /**
   * Returns the guarantees to programs, shown by {@code sbp commands --json}. By default they come
   * from its annotations {@link Prints} and {@link Exit}.
   */
  default Contract contract() {
    return Contract.of(getClass());
  }

  /**
   * Returns whether it authenticates its caller itself, as the command of an agent's own process
   * does.
   */
  default boolean provesItsCaller(Session session) {
    return false;
  }

  /** Returns the description in its annotation: one line, lower case, without a full stop. */
  default String description() {
    return Stream.of(getClass().getAnnotationsByType(Command.class))
        .flatMap(command -> Stream.of(command.description()))
        .collect(Collectors.joining(" "));
  }

  /**
   * Does the work. Exceptions become one line and an exit code.
   *
   * @return the outcome
   */
  ExitCode run(Session session) throws Exception;
}
