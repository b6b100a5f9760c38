package org.sovereignbook.sbp.plugins.a2a;

import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.board.TaskState;

/** State of a task as clients see it (A2A §4.1.3). */
enum A2aState {
  SUBMITTED,
  WORKING,
  /** The agent has asked the client something. */
  INPUT_REQUIRED,
  /** The agent has asked the owner for a permission. */
  AUTH_REQUIRED,
  COMPLETED,
  FAILED,
  CANCELED,
  REJECTED;

  private static final String PREFIX = "TASK_STATE_";

  static A2aState of(TaskState state) {
    return switch (state) {
      case PENDING -> SUBMITTED;
      case CLAIMED, REVIEW -> WORKING;
      case COMPLETED -> COMPLETED;
      case FAILED -> FAILED;
      case CANCELLED -> CANCELED;
    };
  }

  /** Returns the state with this word of the protocol, if tasks of this node can have it. */
  static Optional<A2aState> ofWire(String word) {
    return Stream.of(values()).filter(state -> state.wire().equals(word)).findFirst();
  }

  String wire() {
    return PREFIX + name();
  }

  /** Returns whether the task has ended, for good. */
  boolean isEnd() {
    return this == COMPLETED || this == FAILED || this == CANCELED || this == REJECTED;
  }

  /** Returns whether nothing more comes by itself, or only by the owner. */
  boolean isPause() {
    return isEnd() || this == INPUT_REQUIRED || this == AUTH_REQUIRED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
