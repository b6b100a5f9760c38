package org.sovereignbook.sbp.frontend.command;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * One subcommand: a class with picocli's annotations that parses, calls one room, and prints
 * (ARCHITECTURE, room cli). Made anew for each run; its name stands in the table of commands.
 */
public interface Subcommand {

  /**
   * Whether it is called all day: then a command line without anything unusual is taken without
   * picocli, and it leaves nothing to be done at the end of the process.
   */
  default boolean isPlain() {
    return false;
  }

  /**
   * What programs may rely on, which {@code sbp commands --json} tells them: as its annotations
   * {@link Prints} and {@link Exit} say, unless it depends on more than the class.
   */
  default Contract contract() {
    return Contract.of(getClass());
  }

  /** Whether it asks who calls in its own way: the door of an agent's own process. */
  default boolean provesItsCaller(Session session) {
    return false;
  }

  /** What it does, as its annotation says: one line, lower case, without a full stop. */
  default String description() {
    return Stream.of(getClass().getAnnotationsByType(Command.class))
        .flatMap(command -> Stream.of(command.description()))
        .collect(Collectors.joining(" "));
  }

  /**
   * Does the work. Exceptions become one line and an exit code.
   *
   * @return how it ended
   */
  ExitCode run(Session session) throws Exception;
}
