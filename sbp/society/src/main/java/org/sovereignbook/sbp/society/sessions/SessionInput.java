package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Message to a session.
 *
 * @param turn the turn that has taken it
 * @param number its place in that turn
 * @param why the reason of its end
 * @param replyTo where the answer goes, as JSON; empty for a caller that reads the session
 * @param event the event that brought it
 */
public record SessionInput(
    String id,
    String session,
    Optional<String> turn,
    Optional<Integer> number,
    Source source,
    QueueMode mode,
    InputState state,
    Optional<String> why,
    String contentId,
    String replyTo,
    Instant at,
    Optional<Instant> endedAt,
    Principal principal,
    String authorityId,
    Optional<String> event) {
  static final Rows<SessionInput> ROWS = new Rows<>("agent_input", SessionInput.class);

  /** Kind of a message's writer. */
  public enum Source {
    HUMAN,
    AGENT,
    PEER,
    HOOK,
    TIMER,
    WEBHOOK;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns whether both have one principal, one authority and one place for the answer. */
  boolean isOfSameKind(SessionInput other) {
    return principal.equals(other.principal)
        && authorityId.equals(other.authorityId)
        && replyTo.equals(other.replyTo);
  }
}
