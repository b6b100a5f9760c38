package org.sovereignbook.sbp.plugins.swarm;

import org.sovereignbook.sbp.base.json.Words;

/** Coordination of a swarm's agents (CORDELIA §4.3). */
enum SwarmStrategy {
  /** All work on the goal at once, and each sees what any has written. */
  BROADCAST,
  /** The slots work one after another: the results of one are the input of the next. */
  PIPELINE,
  /** One agent leads: it gives the others tasks, and they report to it by mail. */
  HIERARCHICAL;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
