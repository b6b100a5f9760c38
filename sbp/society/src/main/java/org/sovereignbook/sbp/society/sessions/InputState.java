package org.sovereignbook.sbp.society.sessions;

import org.sovereignbook.sbp.base.json.Words;

/** State of a message to a session. It ends in exactly one of the last four. */
public enum InputState {
  WAITING,
  TAKEN,
  ANSWERED,
  MERGED,
  REFUSED,
  EXPIRED;

  /** Returns whether it never changes again. */
  public boolean isEnd() {
    return this != WAITING && this != TAKEN;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
