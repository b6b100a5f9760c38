package org.sovereignbook.sbp.society.mail;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.MailType;

/**
 * A mail as stored in the ledger. Its text is content, and can be erased.
 *
 * @param number its position; later mails have larger numbers
 * @param sender the address for an answer: {@code NAME}, or {@code NAME@KEY}
 * @param recipient its address
 * @param peer the other node, if it goes to one or comes from one
 * @param peerId its id at the sending node
 * @param toEpoch the only incarnation of the recipient that may read it
 * @param seq counts the sender's mails to the recipient, from 1
 * @param inReplyTo the local mail that it answers
 * @param reason why it ended unhandled
 * @param fence how often it was given to its recipient; an acknowledgment may carry it
 * @param leaseUntilMs until when it is not given again, in milliseconds since 1970, as the other
 *     times
 */
public record Mail(
    long number,
    String id,
    Way way,
    MailType type,
    String sender,
    String recipient,
    Optional<String> fromBox,
    Optional<String> toBox,
    Optional<Correspondent> peer,
    String peerId,
    Optional<Long> toEpoch,
    String bodyId,
    long seq,
    Optional<String> inReplyTo,
    MailState state,
    Optional<String> reason,
    long fence,
    Optional<Long> leaseUntilMs,
    long createdMs,
    long expiresMs) {

  /** Returns the authorities behind a mail from another node. */
  List<Authority> causes(Transaction tx) {
    return way == Way.IN
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
    return peer.map(Correspondent::key).filter(key).isPresent();
  }

  /** Returns the text; empty once it was erased. */
  public Optional<String> body(Transaction tx) {
    return tx.text(bodyId);
  }

  static Optional<Mail> find(Transaction tx, String id) {
    return ROWS.first(tx, "WHERE id = ?", id);
  }
}
