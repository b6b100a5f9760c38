package org.sovereignbook.sbp.plugins.a2a;

import org.sovereignbook.sbp.base.json.Words;

/** How an agent takes the messages of clients. */
enum Way {
  /** As tasks on the board. */
  TASK,
  /** As messages to sessions, one for each context of a client. */
  SESSION;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
