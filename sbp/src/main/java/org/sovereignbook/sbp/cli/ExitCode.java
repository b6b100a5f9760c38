package org.sovereignbook.sbp.cli;

/** How a command ended, for scripts and the scheduler; the numbers are a contract (docs/cli.md). */
public enum ExitCode {
  /** Done. */
  DONE(0),
  /** A machine failure or an unexpected fault. */
  FAILED(1),
  /** A wrong command line. */
  WRONG_COMMAND_LINE(2),
  /** There was nothing to do; no failure (CHOICES 10). */
  NOTHING_TO_DO(3),
  /** Refused: bad configuration, keys, or a damaged node. */
  REFUSED(4),
  /** Not valid: a check failed, or a peer's object was refused. */
  NOT_VALID(5),
  /** Another step holds the node. */
  BUSY(6),
  /** No node here, or no such peer or item. */
  NOT_FOUND(7),
  /** Ended by the user. */
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** What the process returns. */
  public int number() {
    return number;
  }
}
