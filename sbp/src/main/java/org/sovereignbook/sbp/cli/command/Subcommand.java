package org.sovereignbook.sbp.cli.command;

/**
 * One subcommand: a class with picocli's annotations that parses, calls one room, and prints
 * (ARCHITECTURE, room cli). Made anew for each run; name and description stand in the table of
 * commands.
 */
public interface Subcommand {

  /**
   * Takes a command line exactly as picocli would, or takes nothing of it and leaves it to picocli.
   * Only for what is typed all day; see {@link PlainWords}.
   *
   * @return whether it understood every word
   */
  default boolean understands(PlainWords words) {
    return false;
  }

  /** What programs may rely on; {@code sbp commands --json} tells them. */
  default Contract contract() {
    return Contract.NONE;
  }

  /**
   * Does the work. Exceptions become one line and an exit code.
   *
   * @return how it ended
   */
  ExitCode run(Session session) throws Exception;
}
