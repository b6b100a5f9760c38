package org.sovereignbook.sbp.plugins.evolution;

/** Reason to stop until later; the message is for people. */
final class Later extends Exception {
  private static final long serialVersionUID = 1;

  Later(String why) {
    super(why);
  }
}
