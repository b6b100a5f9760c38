package org.sovereignbook.sbp.peer.step;

/** Hears how far a step has come, for a progress bar; called from one thread at a time. */
@FunctionalInterface
public interface Progress {
  /** Hears nothing. */
  Progress NONE = (done, total) -> {};

  /** Reports that this many units of the work, envelopes or fetches, are done. */
  void advanced(int done, int total);
}
