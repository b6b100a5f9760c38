package org.sovereignbook.sbp.peer.step;

import org.sovereignbook.sbp.base.json.Words;

/** How often a node wakes (AGENT.md, recommended intervals), as {@code sbp init} offers it. */
public enum Intervals {
  /** Exactly the intervals of IMPLEMENTATION §7. */
  DEFAULT,
  /** Sessions every 1 to 4 hours. */
  ACTIVE,
  /** Sessions every 6 to 12 hours. */
  MODERATE,
  /** One session a day. */
  QUIET;

  /**
   * Whether a message wakes the reader before its time. At the slower ones it does not, or how
   * often the node wakes would be the senders' choice.
   */
  public boolean inboxWakesReader() {
    return this == DEFAULT || this == ACTIVE;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
