package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Message of a turn.
 *
 * @param number its place in the turn
 * @param source the kind of its writer, for a message to the agent
 * @param sha256 the hash of its text, which stays when the text is erased
 */
public record TurnMessage(
    String turn,
    int number,
    Role role,
    Optional<SessionInput.Source> source,
    Optional<String> text,
    String sha256,
    Instant at) {
  public TurnMessage {
    sha256 = StoredContent.hashed(sha256, text);
  }

  /** Part that a message has in its turn. */
  public enum Role {
    USER,
    ASSISTANT,
    TOOL,
    /** Remark of the program to the model. */
    NOTE,
    SUMMARY,
    /** Beginning of an answer that was interrupted. */
    PARTIAL;

    /** Returns whether it is there before the model says anything. */
    public boolean isGiven() {
      return this == USER || this == NOTE;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Messages and inputs of turns in one list. */
  static final Rows<TurnMessage> ROWS =
      new Rows<>(
          "(SELECT m.turn, m.number, m.role, NULL AS source, c.text, c.sha256, m.at_ms"
              + " FROM agent_message m JOIN content c ON c.id = m.content_id WHERE m.turn = ?"
              + " UNION ALL SELECT i.turn, i.number, 'user', i.source, c.text, c.sha256, i.at_ms"
              + " FROM agent_input i JOIN content c ON c.id = i.content_id WHERE i.turn = ?"
              + " AND i.number IS NOT NULL)"
              + " AS said",
          TurnMessage.class);

  String words() {
    return text.orElse("(erased)");
  }
}
