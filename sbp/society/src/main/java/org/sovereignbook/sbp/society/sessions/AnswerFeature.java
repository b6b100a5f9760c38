package org.sovereignbook.sbp.society.sessions;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;

/**
 * A feature that brings messages to sessions from places of its own, and takes the answers back
 * there. Asked while it is off, too: it may record what is to be sent once it is on.
 */
public interface AnswerFeature extends Feature {
  /**
   * Takes the answer of a turn, in the transaction that completes the turn; it contacts nobody.
   *
   * @return the word of the channel by which it leaves; empty when the place is not its own
   */
  Optional<String> takes(Transaction tx, Answer answer);

  /**
   * Notes that a message gets no answer, since its turn failed or it has waited too long, in the
   * transaction that stores it; it contacts nobody.
   */
  default void fails(Transaction tx, Unanswered message) {}

  /**
   * Message that gets no answer.
   *
   * @param to as given in {@link MessageQueue.Posted#replyTo}
   */
  record Unanswered(String id, String session, String to, Principal asker, String why) {}

  /**
   * Answer of a turn, and the place that its message names.
   *
   * @param to as given in {@link MessageQueue.Posted#replyTo}
   * @param asker the principal of the message
   * @param by the agent, within the causes
   * @param causes of all text that the turn was shown
   */
  record Answer(
      String turn,
      String session,
      String to,
      Optional<String> event,
      Principal asker,
      Authority by,
      List<Authority> causes,
      String text) {
    public Answer {
      causes = List.copyOf(causes);
    }
  }
}
