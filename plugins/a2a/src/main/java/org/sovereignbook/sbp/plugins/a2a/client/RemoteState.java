package org.sovereignbook.sbp.plugins.a2a.client;

import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Words;

/** State of a task that a remote agent does for this node (A2A §4.1.3). */
enum RemoteState {
  /** The first message has not been answered yet. */
  SENDING,
  SUBMITTED,
  WORKING,
  INPUT_REQUIRED,
  AUTH_REQUIRED,
  COMPLETED,
  FAILED,
  CANCELED,
  REJECTED;

  private static final String PREFIX = "TASK_STATE_";

  /** Returns the state with this word of the protocol. */
  static Optional<RemoteState> ofWire(String word) {
    return Stream.of(values())
        .filter(state -> state != SENDING && word.equals(PREFIX + state.name()))
        .findFirst();
  }

  boolean isEnd() {
    return this == COMPLETED || isFailure();
  }

  boolean isFailure() {
    return this == FAILED || this == CANCELED || this == REJECTED;
  }

  /** Returns whether nothing more comes until somebody here does something, or at all. */
  boolean isPause() {
    return isEnd() || this == INPUT_REQUIRED || this == AUTH_REQUIRED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
