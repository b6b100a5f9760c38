package org.sovereignbook.sbp.cli.command;

/**
 * One subcommand: a class with picocli's annotations that parses, calls one room, and prints
 * (ARCHITECTURE, room cli). Made anew for each run; name and description stand in the table of
 * commands.
 */
public interface Subcommand {

  /**
   * Does the work. Exceptions become one line and an exit code.
   *
   * @return how it ended
   */
  ExitCode run(Session session) throws Exception;
}
