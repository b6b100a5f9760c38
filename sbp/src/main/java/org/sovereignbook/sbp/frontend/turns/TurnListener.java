package org.sovereignbook.sbp.frontend.turns;

import java.util.List;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionPiece;
import org.sovereignbook.sbp.society.sessions.TurnCall;

/** Receiver of what happens in a turn, while it happens. */
public interface TurnListener {
  /** Listener that ignores everything. */
  TurnListener NONE = new TurnListener() {};

  default void begins(AgentTurn turn) {}

  /** Called with each further piece of an answer. */
  default void text(String delta) {}

  /** Called when the answer that was being heard was cut off, and the model is asked again. */
  default void replaced() {}

  /** Called before a tool is called. */
  default void calls(TurnCall call) {}

  /**
   * Called when a call was refused, and the owner's answer to a request would allow it.
   *
   * @return whether the owner has approved the request
   */
  default boolean approves(TurnCall call, AccessRequest request) {
    return false;
  }

  /** Called after a tool was called. */
  default void called(TurnCall call, boolean isDone, String result) {}

  /** Called with the messages that join the turn. */
  default void joins(List<SessionInput> messages) {
    note(messages.size() + (messages.size() == 1 ? " message joins" : " messages join"));
  }

  /** Called with a piece of what somebody says who works for the session elsewhere. */
  default void hears(SessionPiece piece) {
    note(piece.line());
  }

  /** Called with a sentence for people. */
  default void note(String sentence) {}

  /** Called when the thread was compacted. */
  default void compacted(AgentTurn compaction) {}
}
