package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Session: a stable name for the head of a thread.
 *
 * @param label {@code agent:PERSONA:CONTEXT}, or {@code fork-} and an id
 * @param agent the agent whose capabilities bound its turns
 * @param mode how its messages are queued, when the session says so itself
 * @param depth the number of dispatches above it
 */
public record AgentSession(
    String label,
    String persona,
    String agent,
    Position position,
    Optional<QueueMode> mode,
    Times times,
    int depth) {
  /**
   * Turns at which a session stands.
   *
   * @param head the newest completed turn; empty before the first
   * @param forkedAt the turn of another session where it began
   * @param cleared the newest turn whose causes the owner has ended
   */
  public record Position(
      Optional<String> head, Optional<String> forkedAt, Optional<String> cleared) {}

  /**
   * Times of a session.
   *
   * @param usedAt when a message came or a turn ended
   * @param archivedAt when the owner put it away; the next message takes it back
   */
  public record Times(
      Instant createdAt, Instant movedAt, Instant usedAt, Optional<Instant> archivedAt) {
    static Times begun(Instant now) {
      return new Times(now, now, now, Optional.empty());
    }
  }

  static final Rows<AgentSession> ROWS = new Rows<>("agent_session", AgentSession.class);

  /** Returns a copy at this depth of dispatches, with these causes ended. */
  AgentSession within(int dispatches, Optional<String> clearedTo) {
    return new AgentSession(
        label,
        persona,
        agent,
        new Position(position.head(), position.forkedAt(), clearedTo),
        mode,
        times,
        dispatches);
  }

  public Optional<String> head() {
    return position.head();
  }
}
