package org.sovereignbook.sbp.store;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Personal message, a {@code direct} (PROTOCOL §6), kept after its inbox and outbox entries are
 * gone.
 *
 * @param id of a received one, that of its inbox entry; of a sent one, the name of its outbox item
 * @param peerKey the sender of a received one, the recipient of a sent one
 * @param peerEndpoint the peer's endpoint, by the message
 * @param at when it arrived, or was written
 * @param readAt when the operator has seen it, or a judge has decided on it; empty while it is
 *     unread, and for sent ones
 * @param outcome of a sent one, as it was recorded when its item left the outbox
 */
public record Message(
    String id,
    Way way,
    PublicKey peerKey,
    Endpoint peerEndpoint,
    Timestamp at,
    String body,
    @Shape.Inline Refs refs,
    Optional<Timestamp> readAt,
    Optional<Ending> outcome) {
  /**
   * Hashes of what a message refers to, and its own.
   *
   * @param contentRef a piece that it is about
   * @param inReplyTo the message or object that it answers
   * @param envelopeHash of a received one, for answers to refer to
   */
  public record Refs(
      Optional<ContentHash> contentRef,
      Optional<ContentHash> inReplyTo,
      Optional<ContentHash> envelopeHash) {
    public static final Refs NONE = new Refs(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Creates an unread message, or one that waits in the outbox. */
  public Message(
      String id,
      Way way,
      PublicKey peerKey,
      Endpoint peerEndpoint,
      Timestamp at,
      String body,
      Refs refs) {
    this(id, way, peerKey, peerEndpoint, at, body, refs, Optional.empty(), Optional.empty());
  }

  /** Outcome of the delivery of a sent message. */
  public enum Ending {
    DELIVERED,
    FAILED,
    /** The operator took it out of the outbox. */
    DROPPED
  }

  /** Direction of a message. */
  public enum Way {
    RECEIVED,
    SENT
  }

  public boolean isUnread() {
    return way == Way.RECEIVED && readAt.isEmpty();
  }

  /** Returns a copy that is read; an earlier reading time is kept. */
  public Message readAt(Timestamp time) {
    return new Message(
        id,
        way,
        peerKey,
        peerEndpoint,
        at,
        body,
        refs,
        readAt.or(() -> Optional.of(time)),
        outcome);
  }

  /** Returns the same message with the outcome of its delivery. */
  Message ended(Ending how) {
    return new Message(id, way, peerKey, peerEndpoint, at, body, refs, readAt, Optional.of(how));
  }

  @Override
  public String toString() {
    return id;
  }
}
