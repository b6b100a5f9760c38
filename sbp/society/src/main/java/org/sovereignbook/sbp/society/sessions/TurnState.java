package org.sovereignbook.sbp.society.sessions;

import org.sovereignbook.sbp.base.json.Words;

/** State of a turn. Only a completed turn becomes the head of a session. */
public enum TurnState {
  RUNNING,
  COMPLETED,
  FAILED,
  ABORTED;

  /** Returns whether a turn ended without an answer. */
  public boolean isUnfinished() {
    return this == FAILED || this == ABORTED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
