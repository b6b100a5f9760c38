package org.sovereignbook.sbp.base.protocol;

import org.sovereignbook.sbp.base.json.Words;

/**
 * Progress of a task that was offered (docs/protocol-mail.md).
 *
 * @param offer the offer's id, as the offering node gave it
 * @param text the result of a completed one; the reason of one refused or failed
 */
public record TaskResult(String offer, State state, String text) {

  /** State in the node that it was offered to. */
  public enum State {
    /** The task is on the board there. */
    ACCEPTED,
    /** No agent there may do it, or wants to. */
    REFUSED,
    COMPLETED,
    FAILED;

    /** Returns whether this is the last state. */
    public boolean isEnd() {
      return this != ACCEPTED;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  static TaskResult read(Fields fields) {
    return new TaskResult(
        fields.matching("offer", AgentMail.ID),
        fields.word(State.class, "state"),
        fields.ifPresent("text", name -> fields.body(name, TaskOffer.MAX_TEXT_BYTES)).orElse(""));
  }
}
