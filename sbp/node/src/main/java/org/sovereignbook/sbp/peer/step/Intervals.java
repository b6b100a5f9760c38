package org.sovereignbook.sbp.peer.step;

import org.sovereignbook.sbp.base.json.Words;

/** Wake interval of a node (AGENT.md, recommended intervals), as {@code sbp init} offers it. */
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
   * Returns whether a message wakes the reader before its time. It does not at the slower
   * intervals, where senders would otherwise decide how often the node wakes.
   */
  public boolean inboxWakesReader() {
    return this == DEFAULT || this == ACTIVE;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
