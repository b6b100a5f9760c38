package org.sovereignbook.sbp.frontend.command;

import java.util.List;

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

  /** Returns the description of every command. */
  Catalog catalog();

  /**
   * Runs one command line in this process, with the plugins and stores of a session.
   *
   * @param words the subcommand and its arguments
   */
  ExitCode run(Session session, List<String> words);

  /** Calls one command in this process; its result goes to the output of the session. */
  ExitCode call(Session session, CommandCall call);
}
