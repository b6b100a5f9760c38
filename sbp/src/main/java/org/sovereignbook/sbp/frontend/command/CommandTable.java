package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;

/** The subcommands of the program, for commands that describe or run others. Thread-safe. */
public interface CommandTable {
  /** No commands, for programs that use a session without the command line. */
  CommandTable NONE =
      new CommandTable() {
        @Override
        public Catalog catalog() {
          return new Catalog(ProgramVersion.text(), List.of());
        }

        @Override
        public ExitCode run(Session session, List<String> words) {
          throw CliException.wrong("there are no commands here");
        }

        @Override
        public ExitCode call(Session session, CommandCall call) {
          throw CliException.wrong("there are no commands here");
        }
      };

  /** Returns the commands of a node: with those of its plugins, without those that are off. */
  default CommandTable of(Node node) {
    return this;
  }

  /**
   * Returns the feature of a command when it is off in a node.
   *
   * @param path the words of the command
   */
  default Optional<String> off(Node node, List<String> path) {
    return Optional.empty();
  }

  /** Returns the description of every command. */
  Catalog catalog();

  /** Returns the description of a command of the first level, with all below it. */
  default CommandInfo described(String name) {
    return catalog().commands().stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns whether these are the commands of this program and no others, of which lists are
   * written when it is built.
   */
  default boolean areWritten() {
    return false;
  }

  /**
   * Runs one command line in this process, with the plugins and stores of a session.
   *
   * @param words the subcommand and its arguments
   */
  ExitCode run(Session session, List<String> words);

  /** Calls one command in this process; its result goes to the output of the session. */
  ExitCode call(Session session, CommandCall call);
}
