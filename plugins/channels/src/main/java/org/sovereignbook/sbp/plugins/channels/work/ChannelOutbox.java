package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/**
 * Messages that leave by channels, in one transaction of the node's database. A message is queued,
 * and ends as accepted or failed. An attempt is stored before it is made; one whose outcome is not
 * known is looked for at the server, and repeated only when the server does not have it.
 */
public record ChannelOutbox(Transaction tx) {
  /** Subject of the texts that are kept. */
  static final String SUBJECT = "channel_message";

  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(2),
          Duration.ofHours(4));

  private static final List<Duration> LOOKS =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(4));

  /** Looks until a message is sent again of which nothing says that the server had all of it. */
  private static final int SHORT_LOOKS = 4;

  /** Beyond the longest pause a time comes from a clock that was set back. */
  private static final Duration LONGEST = Duration.ofHours(5);

  private static final String UNKNOWN = "the outcome is not known: ";
  private static final Duration GIVEN_UP = Duration.ofDays(3);
  private static final Duration SKEW = Duration.ofMinutes(1);
  private static final Duration ATTEMPT = Duration.ofMinutes(1);
  private static final int AT_ONCE = 50;
  private static final int MAX_SUBJECT_CHARACTERS = 150;
  private static final int MAX_REASON_CHARACTERS = 300;
  private static final int MAX_SERVER_ID_CHARACTERS = 300;

  /** Queues a message, unless one of the same name was queued before. Returns its id. */
  public Optional<String> add(OutboxRow.NewMessage draft, Authority by) {
    if (draft.once().filter(this::isKnown).isPresent()) {
      return Optional.empty();
    }
    String id = tx.newId();
    OutboxRow.NewMessage plain =
        new OutboxRow.NewMessage(
            draft.channel(),
            draft.once(),
            draft.kind(),
            draft.to(),
            draft.isGroup(),
            Cut.within(PeerText.plain(draft.subject()), MAX_SUBJECT_CHARACTERS),
            draft.text(),
            draft.refs(),
            draft.session());
    String content = tx.keep(new Subject(SUBJECT, id), "text", draft.text());
    OutboxRow.ROWS.insert(tx, OutboxRow.queued(plain, id, content, tx.now()), tx.cause(by));
    return Optional.of(id);
  }

  private boolean isKnown(String once) {
    return tx.exists("SELECT 1 FROM channel_outbox WHERE once = ?", once);
  }

  public Optional<OutboxRow> find(String id) {
    return OutboxRow.ROWS.first(tx, "WHERE id = ?", id);
  }

  /** Returns all messages, the newest first. */
  public List<OutboxRow> all() {
    return OutboxRow.ROWS.list(tx, "ORDER BY number DESC");
  }

  public String text(OutboxRow row) {
    return tx.text(row.contentId()).orElse("(erased)");
  }

  /** Returns the messages of a channel that are to be sent now, the oldest first. */
  List<OutboxRow> unsent(String channel) {
    return due(channel, "tried_ms IS NULL");
  }

  /** Returns the messages of a channel whose attempt is to be looked for now. */
  List<OutboxRow> unknown(String channel) {
    return due(channel, "tried_ms IS NOT NULL");
  }

  /**
   * Returns what is due; a clock that was set back makes no message wait until it is there again.
   */
  private List<OutboxRow> due(String channel, String which) {
    return OutboxRow.ROWS.list(
        tx,
        "WHERE channel = ? AND state = 'queued' AND "
            + which
            + " AND (next_ms <= ? OR tries = 0 AND created_ms > ? OR tries > 0 AND next_ms > ?)"
            + " ORDER BY number LIMIT ?",
        channel,
        tx.nowMs(),
        tx.nowMs() + SKEW.toMillis(),
        tx.nowMs() + LONGEST.toMillis(),
        AT_ONCE);
  }

  /** Returns how many messages a recipient was sent as answers since a time. */
  long answersSince(String channel, String recipient, Instant since) {
    return tx.number(
        "SELECT COUNT(*) FROM channel_outbox WHERE channel = ? AND recipient = ? AND kind ="
            + " 'answer' AND created_ms > ?",
        channel,
        recipient,
        since.toEpochMilli());
  }

  /** Returns how many messages agents and the owner have queued within an hour. */
  public long sentThisHour(String channel) {
    return tx.number(
        "SELECT COUNT(*) FROM channel_outbox WHERE channel = ? AND kind = 'message' AND once IS"
            + " NULL AND created_ms > ?",
        channel,
        tx.now().minus(Duration.ofHours(1)).toEpochMilli());
  }

  /**
   * Stores that an attempt begins, which is looked for only when it has not ended within a while.
   * Returns whether the message is still queued.
   */
  boolean begins(OutboxRow row) {
    return tx.update(
            "UPDATE channel_outbox SET tried_ms = ?, looks = 0, tries = tries + 1, reason = NULL,"
                + " next_ms = ? WHERE id = ? AND state = 'queued'",
            tx.nowMs(),
            tx.nowMs() + ATTEMPT.toMillis(),
            row.id())
        > 0;
  }

  /** Stores the outcome of an attempt. */
  void ended(OutboxRow row, SendOutcome outcome) {
    switch (outcome) {
      case SendOutcome.Accepted it -> accepted(row, it.serverId());
      case SendOutcome.Failed it -> {
        if (it.retryable() && isFresh(row)) {
          later(row, it.reason(), PAUSES.get(Math.min(row.tries(), PAUSES.size() - 1)));
        } else {
          failed(row, it.reason());
        }
      }
      case SendOutcome.Unknown it ->
          tx.update(
              "UPDATE channel_outbox SET reason = ?, next_ms = ? WHERE id = ? AND state ="
                  + " 'queued'",
              cut(UNKNOWN + it.reason()),
              tx.nowMs() + LOOKS.getFirst().toMillis(),
              row.id());
    }
  }

  private boolean isFresh(OutboxRow row) {
    return tx.now().isBefore(row.createdAt().plus(GIVEN_UP));
  }

  private void later(OutboxRow row, String reason, Duration pause) {
    tx.update(
        "UPDATE channel_outbox SET reason = ?, next_ms = ?, tried_ms = NULL, looks = 0 WHERE id = ?"
            + " AND state = 'queued'",
        cut(reason),
        tx.nowMs() + pause.toMillis(),
        row.id());
  }

  /**
   * Stores that the server does not have a message of unknown outcome. After some looks, between
   * which the server had time, it may be sent again: later when the server had all of the message
   * and only its answer was lost, since then it is likely to have taken it. An alarm that comes
   * twice is better than one that comes too late.
   */
  void notFound(OutboxRow row) {
    boolean isLikelyTaken =
        row.kind() != OutboxRow.Kind.ALARM
            && row.reason().filter(reason -> reason.startsWith(UNKNOWN)).isPresent();
    if (row.looks() + 1 < (isLikelyTaken ? LOOKS.size() : SHORT_LOOKS)) {
      tx.update(
          "UPDATE channel_outbox SET looks = looks + 1, next_ms = ? WHERE id = ? AND state ="
              + " 'queued'",
          tx.nowMs() + LOOKS.get(row.looks() + 1).toMillis(),
          row.id());
    } else {
      later(row, "the server does not have it; sent again", Duration.ZERO);
    }
  }

  /** Puts off what cannot be looked for, or not be sent, now. */
  void putOff(OutboxRow row, String why) {
    boolean isUnknown = row.reason().filter(reason -> reason.startsWith(UNKNOWN)).isPresent();
    tx.update(
        "UPDATE channel_outbox SET reason = ?, next_ms = ? WHERE id = ? AND state = 'queued'",
        cut(isUnknown ? UNKNOWN + why : why),
        tx.nowMs() + PAUSES.getFirst().toMillis(),
        row.id());
  }

  void accepted(OutboxRow row, String serverId) {
    int changed =
        tx.update(
            "UPDATE channel_outbox SET state = 'accepted', server_id = ?, reason = NULL, ended_ms ="
                + " ?, tried_ms = NULL WHERE id = ? AND state = 'queued'",
            Cut.within(PeerText.plain(serverId), MAX_SERVER_ID_CHARACTERS),
            tx.nowMs(),
            row.id());
    if (changed > 0) {
      new Accounts(tx).sent(row.channel());
      append(row, "sent");
    }
  }

  private void failed(OutboxRow row, String reason) {
    int changed =
        tx.update(
            "UPDATE channel_outbox SET state = 'failed', reason = ?, ended_ms = ?, tried_ms = NULL"
                + " WHERE id = ? AND state = 'queued'",
            cut(reason),
            tx.nowMs(),
            row.id());
    if (changed > 0) {
      append(row, "failed");
    }
  }

  /** Lets a message leave no earlier than at a time. */
  void delay(String id, Instant until) {
    tx.update(
        "UPDATE channel_outbox SET next_ms = ? WHERE id = ? AND state = 'queued'",
        until.toEpochMilli(),
        id);
  }

  /** Ends an answer beyond the most that one recipient gets within an hour. */
  void limited(String id) {
    find(id)
        .ifPresent(
            row ->
                failed(
                    row,
                    "too many answers within an hour (channels.answers_per_hour); sent by:  sbp"
                        + " channel retry "
                        + id));
  }

  /** Stores that a server accepted a message and later reported that it was not delivered. */
  boolean bounced(String channel, String id, String report) {
    Optional<OutboxRow> row =
        find(id).filter(one -> one.channel().equals(channel) && isOpenToReports(one));
    row.ifPresent(
        one -> {
          tx.update(
              "UPDATE channel_outbox SET state = 'failed', reason = ?, ended_ms = ?, tried_ms ="
                  + " NULL WHERE id = ?",
              cut("returned: " + report),
              tx.nowMs(),
              id);
          append(one, "failed");
        });
    return row.isPresent();
  }

  /**
   * Stores that a message, and with it all before, was read.
   *
   * @param ref the server's id of it, or its key
   */
  void read(String channel, String ref) {
    OutboxRow.ROWS
        .first(
            tx,
            "WHERE channel = ? AND (server_id = ? OR id = ?) AND state = 'accepted'",
            channel,
            ref,
            ref)
        .ifPresent(
            row ->
                tx.update(
                    "UPDATE channel_outbox SET read_ms = ? WHERE channel = ? AND recipient = ? AND"
                        + " number <= ? AND state = 'accepted' AND read_ms IS NULL",
                    tx.nowMs(),
                    channel,
                    row.recipient(),
                    row.number()));
  }

  private static boolean isOpenToReports(OutboxRow row) {
    return row.state() == OutboxRow.State.ACCEPTED || row.triedAt().isPresent();
  }

  /** Queues a failed message again. Returns whether it had failed. */
  public boolean retry(OutboxRow row) {
    return tx.update(
            "UPDATE channel_outbox SET state = 'queued', reason = NULL, next_ms = ?, ended_ms ="
                + " NULL, tried_ms = NULL, looks = 0, created_ms = ? WHERE id = ? AND state ="
                + " 'failed'",
            tx.nowMs(),
            tx.nowMs(),
            row.id())
        > 0;
  }

  /**
   * Lets a queued message leave now. One of unknown outcome is looked for now, once more than
   * without it.
   */
  public void hurry(OutboxRow row) {
    tx.update(
        "UPDATE channel_outbox SET next_ms = ?, looks = CASE WHEN looks > 0 THEN looks - 1 ELSE 0"
            + " END WHERE id = ? AND state = 'queued'",
        tx.nowMs(),
        row.id());
  }

  private void append(OutboxRow row, String what) {
    Authority by =
        tx.authorities("SELECT authority_id FROM channel_outbox WHERE id = ?", row.id()).getFirst();
    boolean _ =
        tx.append(
            LedgerEvent.of(
                    "channel_message:%s:%s:%d".formatted(row.id(), what, row.tries()),
                    "channel." + what,
                    by,
                    new Subject(SUBJECT, row.id()),
                    new Subject("channel", row.channel()))
                .with(
                    JsonObject.builder()
                        .put("direction", LedgerEvent.SENT)
                        .put("kind", row.kind().toString())
                        .build()));
  }

  private static String cut(String reason) {
    return Cut.within(PeerText.plain(reason), MAX_REASON_CHARACTERS);
  }
}
