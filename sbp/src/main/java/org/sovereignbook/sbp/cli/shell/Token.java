package org.sovereignbook.sbp.cli.shell;

/** A piece of a line, with the characters that it stands on. */
sealed interface Token {

  int start();

  int end();

  /** A word with its quotes taken off. */
  record Word(String text, int start, int end) implements Token {}

  /**
   * What stands between two commands.
   *
   * @param ifDone whether the second runs only after the first is done
   */
  record Separator(boolean ifDone, int start, int end) implements Token {}
}
