package org.sovereignbook.sbp.peer.reader;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payload.AckStatus;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;

/** Items that reader-post puts into the outbox, for deliver to sign and send. */
record ReaderOutbox(Timestamp now) {
  private static final int NAME_HASH_CHARACTERS = 16;

  Change endorsement(JsonObject signed, PublicKey recipient, Endpoint endpoint) {
    return put(
        OutboxKind.ENDORSEMENTS,
        "endorsement",
        ContentHash.of(signed),
        OutboxItems.share(signed, recipient, endpoint));
  }

  /**
   * Queues a reply.
   *
   * @param notBefore when it may leave, if it has to wait
   */
  Change reply(
      Item item, String body, PublicKey recipient, Endpoint endpoint, Optional<Instant> notBefore) {
    return put(
        OutboxKind.REPLIES,
        "reply",
        item.envelopeHash(),
        OutboxItems.notBefore(
            OutboxItems.envelope(MessageType.DIRECT, direct(body, item), recipient, endpoint),
            notBefore));
  }

  Change announce(Item item, IdentityDocument identity, PublicKey recipient, Endpoint endpoint) {
    return put(
        OutboxKind.NETWORK,
        "announce",
        item.envelopeHash(),
        OutboxItems.envelope(
            MessageType.ANNOUNCE, Payloads.announce(identity), recipient, endpoint));
  }

  Change ack(Item item, AckStatus status, Optional<String> reason) {
    return put(
        OutboxKind.NETWORK,
        "ack",
        item.envelopeHash(),
        OutboxItems.envelope(
            MessageType.ACK,
            Payloads.ack(item.envelopeHash(), status, reason),
            item.sender(),
            item.senderEndpoint()));
  }

  /** Creates a reply that leaves only when the owner approves it. */
  Approval drafted(
      Item item, String body, PublicKey recipient, Endpoint endpoint, Timestamp expires) {
    return Approval.reply(
        item.envelopeHash().hex().substring(0, NAME_HASH_CHARACTERS),
        "reader",
        recipient,
        Optional.of(endpoint),
        body,
        contentRef(item),
        Optional.of(inReplyTo(item)),
        now,
        expires);
  }

  /** Creates a reply that names the message or piece it answers. */
  private static JsonObject direct(String body, Item item) {
    return Payloads.direct(body, contentRef(item), Optional.of(inReplyTo(item)));
  }

  private static Optional<ContentHash> contentRef(Item item) {
    return switch (item.payload()) {
      case Payload.ShareEndorsement(Endorsement endorsement) ->
          endorsement.target() instanceof Endorsement.Target.OfContent(var hash)
              ? Optional.of(hash)
              : Optional.empty();
      case Payload.Direct message -> message.contentRef();
      default -> Optional.empty();
    };
  }

  private static ContentHash inReplyTo(Item item) {
    return switch (item.payload()) {
      case Payload.ShareContent(Content content) -> content.hash();
      case Payload.ShareEndorsement(Endorsement endorsement) -> endorsement.hash();
      default -> item.envelopeHash();
    };
  }

  /**
   * Queues an item under a name made from hashes, so that no entry, however named, can replace
   * another's item.
   */
  private Change put(OutboxKind kind, String what, ContentHash about, JsonObject item) {
    String name =
        now.inFileName() + "-" + what + "-" + about.hex().substring(0, NAME_HASH_CHARACTERS);
    return Outbox.put(new OutboxId(kind, name), item);
  }
}
