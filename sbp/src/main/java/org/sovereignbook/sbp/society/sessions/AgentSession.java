package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Session: a stable name for the head of a thread.
 *
 * @param label {@code agent:PERSONA:CONTEXT}, or {@code fork-} and an id
 * @param agent the agent whose capabilities bound its turns
 * @param head the newest completed turn; empty before the first
 * @param forkedAt the turn of another session where it began
 * @param mode how its messages are queued, when the session says so itself
 */
public record AgentSession(
    String label,
    String persona,
    String agent,
    Optional<String> head,
    Optional<String> forkedAt,
    Optional<QueueMode> mode,
    Instant createdAt,
    Instant movedAt) {
  static final Rows<AgentSession> ROWS = new Rows<>("agent_session", AgentSession.class);
}
