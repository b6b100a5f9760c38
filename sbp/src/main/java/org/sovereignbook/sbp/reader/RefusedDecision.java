package org.sovereignbook.sbp.reader;

/** A decision is not carried out; the message says why in a few words of ours. */
public final class RefusedDecision extends Exception {
  private static final long serialVersionUID = 1;

  public RefusedDecision(String why) {
    super(why, null, false, false);
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
