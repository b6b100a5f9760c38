package org.sovereignbook.sbp.base.protocol;

import org.sovereignbook.sbp.base.json.Words;

/**
 * How a task that was offered goes on (docs/protocol-mail.md).
 *
 * @param offer the offer's id, as the offering node gave it
 * @param text the result of a completed one; of one refused or failed, why
 */
public record TaskResult(String offer, State state, String text) {

  /** Where it stands in the node that it was offered to. */
  public enum State {
    /** It is on the board there. */
    ACCEPTED,
    /** Nobody there may do it, or wants to. */
    REFUSED,
    COMPLETED,
    FAILED;

    /** Whether nothing follows. */
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
