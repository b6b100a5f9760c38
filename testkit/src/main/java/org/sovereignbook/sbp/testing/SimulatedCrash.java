package org.sovereignbook.sbp.testing;

/** The end of a simulated process. Nothing may catch it on the way. */
public final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1;

  /** Says where the process died. */
  public SimulatedCrash(String where) {
    super(where);
  }
}
