package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/** Message to a session. */
public record SessionInput(
    String id,
    String session,
    Taken taken,
    Said said,
    QueueMode mode,
    InputState state,
    End end,
    Cause cause) {
  /**
   * Turn that has taken a message.
   *
   * @param number its place in that turn
   */
  public record Taken(Optional<String> turn, Optional<Integer> number) {
    static final Taken NOT_YET = new Taken(Optional.empty(), Optional.empty());
  }

  /**
   * Text of a message, and where it came from.
   *
   * @param replyTo where the answer goes, as JSON; empty for a caller that reads the session
   * @param event the event that brought it
   */
  public record Said(
      Source source, String contentId, String replyTo, Instant at, Optional<String> event) {}

  /** End of a message, and its reason. */
  public record End(Optional<String> why, Optional<Instant> endedAt) {
    static final End NONE = new End(Optional.empty(), Optional.empty());
  }

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
    return cause.principal().equals(other.cause.principal())
        && cause.authorityId().equals(other.cause.authorityId())
        && said.replyTo().equals(other.said.replyTo());
  }

  public Optional<String> why() {
    return end.why();
  }

  public Source source() {
    return said.source();
  }

  public Instant at() {
    return said.at();
  }
}
