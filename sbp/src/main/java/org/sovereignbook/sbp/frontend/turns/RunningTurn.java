package org.sovereignbook.sbp.frontend.turns;

import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;

/** A turn that this process runs, with who follows it and what has come of its answer. */
record RunningTurn(
    MessageQueue.Begun begun,
    SessionSeats.Seat seat,
    TurnListener listener,
    PartialAnswer answer,
    Cancellation cancel) {
  AgentTurn turn() {
    return begun.turn();
  }

  String component() {
    return "session:" + turn().session();
  }

  void requireGoing() throws LlmException {
    if (cancel.isCancelled()) {
      throw LlmException.cancelled();
    }
  }
}
