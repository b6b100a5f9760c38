package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.base.json.Words;

/** The subdirectories of {@code outbox/} (IMPLEMENTATION §5). */
public enum OutboxKind {
  /** Signed content, fanned out to every subscriber. */
  CONTENT,
  REPLIES,
  ENDORSEMENTS,
  NETWORK;

  /** Returns the subdirectory's name. */
  @Override
  public String toString() {
    return Words.of(this);
  }
}
