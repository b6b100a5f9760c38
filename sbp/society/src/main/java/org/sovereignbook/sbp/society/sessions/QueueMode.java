package org.sovereignbook.sbp.society.sessions;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;

/** How a message is queued while a session is busy (NEXUS §6). */
public enum QueueMode {
  /** Joins the running turn, after its running tools and before the next call of the model. */
  STEER,
  /** Waits for a turn of its own. */
  FOLLOWUP,
  /** Waits until no more messages come, and shares a turn with them. */
  COLLECT,
  /** Aborts the running turn and takes its place. */
  INTERRUPT;

  /** Returns the mode of this word. */
  public static Optional<QueueMode> of(String word) {
    return Words.find(QueueMode.class, word);
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
