package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;

/**
 * Message that leaves by a channel; a row of the table {@code channel_outbox}.
 *
 * @param id the idempotency key
 * @param once a name that no other message has
 * @param refs ids of the thread on the channel, separated by blanks
 * @param looks how often the server was asked for an attempt of unknown outcome
 * @param triedAt the time of that attempt
 * @param readAt when the server reported that it was read, where the channel has receipts
 */
public record OutboxRow(
    @Rows.Serial long number,
    String id,
    String channel,
    Optional<String> once,
    Kind kind,
    String recipient,
    boolean isGroup,
    String subject,
    String contentId,
    String refs,
    Optional<String> session,
    State state,
    Optional<String> serverId,
    Optional<String> reason,
    int tries,
    int looks,
    Instant nextAt,
    Optional<Instant> triedAt,
    Instant createdAt,
    Optional<Instant> endedAt,
    Optional<Instant> readAt) {
  public static final Rows<OutboxRow> ROWS = new Rows<>("channel_outbox", OutboxRow.class);

  /** Reason for a message. */
  public enum Kind {
    ANSWER,
    MESSAGE,
    DIGEST,
    ALARM,
    TEST;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** State of a message. */
  public enum State {
    QUEUED,
    /** The server has taken it. */
    ACCEPTED,
    FAILED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Message to be queued.
   *
   * @param refs ids of the thread on the channel, the answered one last
   */
  public record NewMessage(
      String channel,
      Optional<String> once,
      Kind kind,
      String to,
      boolean isGroup,
      String subject,
      String text,
      List<String> refs,
      Optional<String> session) {}

  static OutboxRow queued(NewMessage draft, String id, String contentId, Instant now) {
    return new OutboxRow(
        0,
        id,
        draft.channel(),
        draft.once(),
        draft.kind(),
        draft.to(),
        draft.isGroup(),
        draft.subject(),
        contentId,
        String.join(" ", draft.refs()),
        draft.session(),
        State.QUEUED,
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        now,
        Optional.empty(),
        now,
        Optional.empty(),
        Optional.empty());
  }

  OutgoingMessage message(String text) {
    return new OutgoingMessage(
        id,
        recipient,
        isGroup,
        subject,
        text,
        kind == Kind.ANSWER,
        refs.isEmpty() ? List.of() : List.of(refs.split(" ", -1)));
  }
}
