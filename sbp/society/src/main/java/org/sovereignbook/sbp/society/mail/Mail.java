package org.sovereignbook.sbp.society.mail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.MailType;

/**
 * A mail as stored in the ledger. Its text is content, and can be erased.
 *
 * @param number its position; later mails have larger numbers
 */
public record Mail(
    @Rows.Serial @Shape.Hidden long number,
    String id,
    @Shape.Hidden Origin origin,
    MailType type,
    @Shape.Inline Addresses addresses,
    @Shape.Inline Letter letter,
    MailState state,
    @Shape.Inline Handling handling,
    @Shape.Named("sent_at") Instant createdAt,
    Instant expiresAt) {
  /**
   * Direction of a mail, and its other node.
   *
   * @param peer the other node, if it goes to one or comes from one
   * @param peerId its id at the sending node
   */
  public record Origin(Way way, Optional<Correspondent> peer, String peerId) {}

  /**
   * Addresses and mailboxes of both sides.
   *
   * @param sender the address for an answer: {@code NAME}, or {@code NAME@KEY}
   * @param recipient its address
   */
  public record Addresses(
      @Shape.Named("from") String sender,
      @Shape.Named("to") String recipient,
      @Shape.Hidden Optional<String> fromBox,
      @Shape.Hidden Optional<String> toBox) {}

  /**
   * Text of a mail, and its place among others.
   *
   * @param toEpoch the only incarnation of the recipient that may read it
   * @param seq counts the sender's mails to the recipient, from 1
   * @param inReplyTo the local mail that it answers
   */
  public record Letter(
      @Shape.Named("epoch") Optional<Long> toEpoch,
      @Shape.Hidden String bodyId,
      long seq,
      Optional<String> inReplyTo) {}

  /**
   * Handling of a mail by its recipient.
   *
   * @param reason why it ended unhandled
   * @param fence how often it was given to its recipient; an acknowledgment may carry it
   * @param leaseUntil until when it is not given again
   */
  public record Handling(Optional<String> reason, long fence, Optional<Instant> leaseUntil) {}

  /** Columns of a new mail that only queries read. */
  private record Arrived(Optional<String> envelope, long turn) {}

  /** Creates a mail that was not given to its recipient yet. */
  Mail(
      String id,
      Origin origin,
      MailType type,
      Addresses addresses,
      Letter letter,
      Instant createdAt,
      Instant expiresAt) {
    this(
        0,
        id,
        origin,
        type,
        addresses,
        letter,
        origin.way() == Way.OUT ? MailState.QUEUED : MailState.DELIVERED,
        new Handling(Optional.empty(), 0, Optional.empty()),
        createdAt,
        expiresAt);
  }

  /** Inserts the mail. Returns it with its number. */
  Mail add(Transaction tx, Cause.Sourced cause, Optional<String> envelope, long turn) {
    ROWS.insert(tx, this, cause, new Arrived(envelope, turn));
    return find(tx, id).orElseThrow();
  }

  /** Returns the authorities behind a mail from another node. */
  List<Authority> causes(Transaction tx) {
    return origin.way() == Way.IN
        ? tx.authorities("SELECT authority_id FROM mail WHERE id = ?", id)
        : List.of();
  }

  /** The direction of a mail. */
  public enum Way {
    LOCAL,
    /** From a peer. */
    IN,
    /** To a peer. */
    OUT
  }

  static final Rows<Mail> ROWS = new Rows<>("mail", Mail.class, Correspondent.COLUMNS);

  /** Returns the subject of events about the mail. */
  Subject subject() {
    return Subject.mail(id);
  }

  /** Returns whether it goes to, or comes from, a peer with such a key. */
  boolean isOf(Predicate<PublicKey> key) {
    return origin.peer().map(Correspondent::key).filter(key).isPresent();
  }

  /** Returns the text; empty once it was erased. */
  public Optional<String> body(Transaction tx) {
    return tx.text(letter.bodyId());
  }

  static Optional<Mail> find(Transaction tx, String id) {
    return ROWS.first(tx, "WHERE id = ?", id);
  }

  public Way way() {
    return origin.way();
  }

  public String sender() {
    return addresses.sender();
  }

  public String recipient() {
    return addresses.recipient();
  }

  public long seq() {
    return letter.seq();
  }
}
