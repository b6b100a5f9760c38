package org.sovereignbook.sbp.authority.ledger;

import java.util.List;

/**
 * Commands after which the owner may do what was refused for want of a proof, in the state in which
 * it was refused. Each is one line for a POSIX shell.
 *
 * @param terminal for a person at a terminal
 * @param program for a program of the owner, without a terminal
 */
public record Remedies(String terminal, String program) {
  private static final String AT_TERMINAL = "at a terminal:  ";
  private static final String WITHOUT = "without one:  ";

  /** Returns them as lines of an error. */
  public List<String> hints() {
    return List.of(AT_TERMINAL + terminal, WITHOUT + program);
  }

  /** Returns whether a line of an error is one of these. */
  public static boolean isHint(String line) {
    return line.startsWith(AT_TERMINAL) || line.startsWith(WITHOUT);
  }
}
