package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * How a task came from another node, or went to one, as people and programs see it.
 *
 * @param peer the key of the other node
 * @param task its id in this node; empty when it is not on the board
 * @param expiresAt when the other node no longer has it, or is no longer answered
 */
@Shape.Def("task_offer")
public record TaskCrossing(
    String id,
    Way way,
    String peer,
    String task,
    State state,
    Optional<String> reason,
    Instant expiresAt) {
  /** The direction in which a task goes. */
  public enum Way {
    /** From the peer. */
    IN,
    /** From this node. */
    OUT
  }

  /** The state of a task between two nodes. */
  public enum State {
    OFFERED,
    /** The task is on the peer's board. */
    ACCEPTED,
    COMPLETED,
    REFUSED,
    FAILED,
    WITHDRAWN,
    EXPIRED;

    /** Returns whether it may still change. */
    public boolean isOpen() {
      return this == OFFERED || this == ACCEPTED;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns the state with its reason, for people. */
  public String standing() {
    return state + reason.map(why -> " (" + why + ")").orElse("");
  }
}
