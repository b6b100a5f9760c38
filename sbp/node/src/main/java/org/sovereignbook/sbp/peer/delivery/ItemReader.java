package org.sovereignbook.sbp.peer.delivery;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SentFrom;

/**
 * Reader of outbox files as outgoing items (CHOICES 3), or of the faults of malformed ones. A
 * message that every receiver would refuse (PROTOCOL §5.3) counts as malformed.
 */
record ItemReader(
    KeyPair keys, IdentityDocument identity, Config config, boolean isClockSteady, Timestamp now) {

  /** Creates a reader for one run of a node. */
  static ItemReader of(Node node, Timestamp now) {
    boolean isSteady = new ClockWatch(node).isSteady();
    return new ItemReader(node.keys(), node.identity(), node.config(), isSteady, now);
  }

  /** The file makes no sense; the message says why and is safe to print. */
  static final class MalformedItem extends Exception {
    private static final long serialVersionUID = 1;

    MalformedItem(String message) {
      super(message);
    }
  }

  private record TypedPayload(MessageType type, JsonObject payload) {}

  /** Reads an item; content without recipients yet gets those of the table as it is. */
  OutgoingItem read(OutboxId id, JsonObject file, PeerTable peers) throws MalformedItem {
    try {
      TypedPayload message = message(file);
      boolean fanOut = id.kind() == OutboxKind.CONTENT;
      if (fanOut && !Content.validate(message.payload()).isValid()) {
        throw new MalformedItem("not a signed piece of content");
      }
      requireAcceptable(message);
      Optional<Endpoint> endpoint = OutboxItems.recipientEndpoint(file);
      SequencedMap<PublicKey, RecipientState> recipients =
          fanOut ? subscribers(file, message.payload(), peers) : one(file);
      recipients.replaceAll((_, state) -> state.judged(config, isClockSteady, now));
      if (!fanOut && endpoint.isEmpty() && peers.find(recipients.firstEntry().getKey()).isEmpty()) {
        throw new MalformedItem("nothing says where its recipient lives (_recipient_endpoint)");
      }
      return new OutgoingItem(id, file, message.type(), message.payload(), endpoint, recipients);
    } catch (IllegalArgumentException e) {
      throw new MalformedItem("it holds what cannot be read: " + e.getMessage());
    }
  }

  /** Signs the envelope of an item for a recipient: the same bytes for the same time. */
  byte[] envelope(OutgoingItem item, PublicKey recipient, Timestamp timestamp) {
    return bytes(signed(item, recipient, timestamp));
  }

  /**
   * Returns the file's form in {@code sent/}, with the hash that an ack of the envelope will name.
   */
  JsonObject sent(OutgoingItem item) {
    if (item.isFanOut()) {
      return item.toJson();
    }
    PublicKey recipient = item.recipients().firstEntry().getKey();
    return item.state(recipient)
        .timestamp()
        .map(time -> ContentHash.of(signed(item, recipient, time)))
        .map(hash -> item.toJson().with(OutboxItems.ENVELOPE_HASH, hash.toString()))
        .orElseGet(item::toJson);
  }

  private static byte[] bytes(JsonObject envelope) {
    return JsonWriter.compact(envelope).getBytes(StandardCharsets.UTF_8);
  }

  private JsonObject signed(OutgoingItem item, PublicKey recipient, Timestamp timestamp) {
    Endpoint sender =
        item.sentFrom(timestamp)
            .filter(kept -> kept.key().equals(keys.publicKey()))
            .map(SentFrom::endpoint)
            .orElse(identity.endpoint());
    return signed(new TypedPayload(item.type(), item.payload()), sender, recipient, timestamp);
  }

  private JsonObject signed(
      TypedPayload message, Endpoint sender, PublicKey recipient, Timestamp timestamp) {
    JsonObject unsigned =
        Envelope.build(
            message.type(), message.payload(), keys.publicKey(), sender, recipient, timestamp);
    return Envelope.sign(unsigned, keys);
  }

  private TypedPayload message(JsonObject file) throws MalformedItem {
    String kind = file.string("kind").orElse("");
    if (kind.equals(Content.KIND) || kind.equals(Endorsement.KIND)) {
      return new TypedPayload(MessageType.SHARE, OutboxItems.withoutMetadata(file));
    }
    MessageType type =
        file.string("message_type")
            .flatMap(MessageType::parse)
            .orElseThrow(
                () -> new MalformedItem("neither a signed object nor a known message_type"));
    if (type == MessageType.ANNOUNCE) {
      // The queued document may be older than the keys.
      return new TypedPayload(type, Payloads.announce(identity));
    }
    JsonObject payload =
        file.object("payload").orElseThrow(() -> new MalformedItem("payload is no object"));
    return new TypedPayload(type, OutboxItems.withoutMetadata(payload));
  }

  private void requireAcceptable(TypedPayload message) throws MalformedItem {
    PublicKey anybody = keys.publicKey();
    Optional<Rejection> refused =
        new EnvelopeValidator(anybody)
            .structure(bytes(signed(message, identity.endpoint(), anybody, now)), now.instant())
            .why();
    if (refused.isPresent()) {
      throw new MalformedItem("every peer would refuse it: " + refused.get());
    }
  }

  private static SequencedMap<PublicKey, RecipientState> one(JsonObject file) throws MalformedItem {
    PublicKey recipient =
        OutboxItems.recipient(file)
            .orElseThrow(() -> new MalformedItem("no valid recipient (_recipient_key)"));
    SequencedMap<PublicKey, RecipientState> recipients = new LinkedHashMap<>();
    recipients.put(
        recipient,
        new RecipientState(
            RecipientState.Status.PENDING,
            (int) file.integer(OutboxItems.RETRY_COUNT).orElse(0),
            file.string(OutboxItems.NOT_BEFORE).map(Timestamp::parse),
            file.string(OutboxItems.TIMESTAMP).map(Timestamp::parse),
            file.string(OutboxItems.FAILING_SINCE).map(Timestamp::parse),
            file.string(OutboxItems.LAST_ERROR),
            file.string(OutboxItems.PAGES_SINCE).map(Timestamp::parse)));
    return recipients;
  }

  private SequencedMap<PublicKey, RecipientState> subscribers(
      JsonObject file, JsonObject content, PeerTable peers) throws MalformedItem {
    SequencedMap<PublicKey, RecipientState> recipients = new LinkedHashMap<>();
    if (file.has(OutboxItems.RECIPIENTS)) {
      JsonObject states =
          file.object(OutboxItems.RECIPIENTS)
              .orElseThrow(() -> new MalformedItem("_recipients is no object"));
      for (String key : states.members().keySet()) {
        JsonObject state = states.object(key).orElse(JsonObject.empty());
        recipients.put(PublicKey.parse(key), Shape.of(RecipientState.class).read(state));
      }
      return recipients;
    }
    String author = content.string("author_key").orElse("");
    for (Peer peer : peers.peers()) {
      boolean isSelf = peer.publicKey().equals(keys.publicKey());
      if (Delivery.isMeantFor(peer) && !isSelf && !peer.publicKey().toString().equals(author)) {
        recipients.put(peer.publicKey(), RecipientState.fresh());
      }
    }
    return recipients;
  }
}
