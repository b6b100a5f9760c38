package org.sovereignbook.sbp.frontend.command;

import org.sovereignbook.sbp.base.json.Words;

/**
 * The outcome of a command for scripts and the scheduler. The numbers are a contract (docs/cli.md).
 */
public enum ExitCode {
  DONE(0, "it is done"),
  FAILED(1, "a machine failure, an unreachable peer, or an unexpected fault"),
  WRONG_COMMAND_LINE(2, "an invalid option, argument or text"),
  /** No failure (CHOICES 10). */
  NOTHING_TO_DO(3, "already done, or nothing waits; not a failure"),
  REFUSED(4, "bad configuration or keys, a damaged node, or against a rule of the node"),
  NOT_VALID(5, "a check failed, or a peer's object was refused"),
  BUSY(6, "another step held the node for longer than the command waits"),
  NOT_FOUND(7, "no node here, or no such peer, item or file"),
  INTERRUPTED(130, "ended by Ctrl-C");

  private final int number;
  private final String meaning;

  ExitCode(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  /** Returns the exit code of the process. */
  public int number() {
    return number;
  }

  /** Returns whether the command has not achieved its goal. */
  public boolean isFailure() {
    return this != DONE && this != NOTHING_TO_DO;
  }

  /** Returns the words, such as {@code nothing to do}. */
  public String words() {
    return Words.of(this).replace('_', ' ');
  }

  public String meaning() {
    return meaning;
  }
}
