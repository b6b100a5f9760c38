package org.sovereignbook.sbp.network;

/** Hears how far a run has come, for a progress bar; called from one thread at a time. */
@FunctionalInterface
public interface NetworkProgress {
  /** Hears nothing. */
  NetworkProgress NONE = (done, total) -> {};

  /** So many fetches of the current round (endorsements first, then identities) are over. */
  void advanced(int done, int total);
}
