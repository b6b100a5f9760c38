package org.sovereignbook.sbp.delivery;

/** Hears how far a run has come, for a progress bar; called from one thread at a time. */
@FunctionalInterface
public interface DeliveryProgress {
  /** Hears nothing. */
  DeliveryProgress NONE = (done, total) -> {};

  /** So many envelopes of the run are dealt with. */
  void advanced(int done, int total);
}
