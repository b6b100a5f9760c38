package org.sovereignbook.sbp.reader;

/** A decision is not carried out; the message says why in a few words of ours. */
final class RefusedDecision extends Exception {
  private static final long serialVersionUID = 1;

  RefusedDecision(String why) {
    super(why, null, false, false);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
