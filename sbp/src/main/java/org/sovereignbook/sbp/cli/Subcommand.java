package org.sovereignbook.sbp.cli;

/**
 * One subcommand: a class with picocli's annotations that parses, calls one room, and prints
 * (ARCHITECTURE, room cli). Made anew for each run; name and description stand in {@link Commands}.
 */
public interface Subcommand {

  /**
   * Does the work. Exceptions become one line and an exit code in {@link Failures}.
   *
   * @return how it ended
   */
  ExitCode run(Session session) throws Exception;
}
