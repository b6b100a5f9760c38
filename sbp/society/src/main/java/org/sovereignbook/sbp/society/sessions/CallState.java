package org.sovereignbook.sbp.society.sessions;

import org.sovereignbook.sbp.base.json.Words;

/** State of a tool call. */
public enum CallState {
  /** The model asks for it. */
  ASKED,
  /** It is about to begin, so that its effect is unknown if the process ends now. */
  INTENDED,
  DONE,
  FAILED,
  /** It had begun when its process ended. */
  UNKNOWN,
  /** It never began. */
  DROPPED;

  /** Returns whether it never changes again. */
  boolean isEnd() {
    return this != ASKED && this != INTENDED;
  }

  /** Returns whether it may have had an effect. */
  boolean mayHaveActed() {
    return this != ASKED && this != DROPPED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
