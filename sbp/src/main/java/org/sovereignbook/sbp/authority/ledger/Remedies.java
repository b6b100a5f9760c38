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
  /** Returns them as lines of an error. */
  public List<String> hints() {
    return List.of("at a terminal:  " + terminal, "without one:  " + program);
  }
}
