package org.sovereignbook.sbp.store;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * A personal message, a {@code direct} (PROTOCOL §6), as it is kept after the inbox and the outbox
 * have forgotten it.
 *
 * @param id of a received one, that of its inbox entry; of a sent one, the name of its outbox item
 * @param peerKey who wrote it, or to whom it goes
 * @param peerEndpoint where the peer is, as the message says
 * @param at when it arrived, or was written
 * @param contentRef a piece that it is about
 * @param inReplyTo the message or object that it answers
 * @param envelopeHash of a received one: what an answer to it names
 * @param readAt when the operator has seen it, or a judge has decided on it; empty while it is
 *     unread, and for sent ones
 * @param outcome of a sent one, as it was recorded when its item left the outbox
 */
@Shape.Def("message")
public record Message(
    String id,
    Way way,
    PublicKey peerKey,
    Endpoint peerEndpoint,
    Timestamp at,
    String body,
    Optional<ContentHash> contentRef,
    Optional<ContentHash> inReplyTo,
    Optional<ContentHash> envelopeHash,
    Optional<Timestamp> readAt,
    Optional<Ending> outcome) {

  /** A message without an outcome: a received one, or one that waits in the outbox. */
  public Message(
      String id,
      Way way,
      PublicKey peerKey,
      Endpoint peerEndpoint,
      Timestamp at,
      String body,
      Optional<ContentHash> contentRef,
      Optional<ContentHash> inReplyTo,
      Optional<ContentHash> envelopeHash,
      Optional<Timestamp> readAt) {
    this(
        id,
        way,
        peerKey,
        peerEndpoint,
        at,
        body,
        contentRef,
        inReplyTo,
        envelopeHash,
        readAt,
        Optional.empty());
  }

  /** How the delivery of a sent message ended. */
  public enum Ending {
    DELIVERED,
    FAILED,
    /** The operator took it out of the outbox. */
    DROPPED
  }

  /** Which way it went. */
  public enum Way {
    RECEIVED,
    SENT
  }

  public boolean isUnread() {
    return way == Way.RECEIVED && readAt.isEmpty();
  }

  /** The same, read; a first reading stays. */
  public Message readAt(Timestamp time) {
    return new Message(
        id,
        way,
        peerKey,
        peerEndpoint,
        at,
        body,
        contentRef,
        inReplyTo,
        envelopeHash,
        readAt.or(() -> Optional.of(time)),
        outcome);
  }

  /** Returns the same message with the outcome of its delivery. */
  Message ended(Ending how) {
    return new Message(
        id,
        way,
        peerKey,
        peerEndpoint,
        at,
        body,
        contentRef,
        inReplyTo,
        envelopeHash,
        readAt,
        Optional.of(how));
  }

  @Override
  public String toString() {
    return id;
  }
}
