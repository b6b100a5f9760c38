package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Work that was handed to an agent, a team or another node (NEXUS §6, manager and worker).
 *
 * @param messages how many messages went either way
 */
public record AgentDispatch(
    String id, Asked asked, Work work, State state, End end, int messages, Cause cause) {
  /**
   * Session and turn that handed out the work.
   *
   * @param caller the session that gets the report; empty for a caller that looks it up
   * @param askedIn the turn that handed it out
   */
  public record Asked(Optional<String> caller, Optional<String> askedIn, Instant at) {}

  /**
   * Worker, and what the work became there.
   *
   * @param target the session, task or mail that it became
   * @param agent the name of the worker
   * @param input the message that began it, in a session
   */
  public record Work(Kind kind, String target, String agent, Optional<String> input) {}

  /**
   * End of a dispatch, with its result.
   *
   * @param why the reason of an end without a result
   * @param report the message to the caller with the result
   */
  public record End(
      Optional<String> why,
      Optional<String> resultId,
      Optional<String> resultAuthority,
      Optional<String> report,
      Optional<Instant> endedAt) {
    static final End OPEN =
        new End(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }

  static final String ASIDE_PREFIX = "dispatch:";

  /** The table of dispatches. */
  public static final Rows<AgentDispatch> ROWS = new Rows<>("agent_dispatch", AgentDispatch.class);

  /** Kind of a worker. */
  public enum Kind {
    SESSION,
    TASK,
    MAIL;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** State of a dispatch. It ends in exactly one of the others than the first. */
  public enum State {
    OPEN,
    DONE,
    FAILED,
    ABORTED,
    REFUSED,
    EXPIRED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns its id among what can be set aside. */
  public String asideId() {
    return ASIDE_PREFIX + id;
  }

  public boolean isOpen() {
    return state == State.OPEN;
  }
}
