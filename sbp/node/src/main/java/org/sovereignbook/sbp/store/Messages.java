package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * Personal messages, received and sent, by peer. A received one is put here by reader-pre; a sent
 * one is derived from its item in the outbox, whichever component puts that there.
 */
public record Messages(Store store) {
  /** {@code messages/KEY/ID.json}, the key being the peer's. */
  public static final Keyed ALL =
      Collection.keyed("messages").keys(Pattern.compile("[A-Za-z0-9_-]{43}/" + Keyed.PLAIN));

  /** Limit of counted messages, so that a look at the node takes no longer as its memory grows. */
  static final int MAX_COUNTED = 1_000;

  private static final String REPLIES = OutboxKind.REPLIES + "/";

  /** Returns the peers that have sent or got messages, sorted. */
  public List<PublicKey> peers() {
    return store.groups(ALL).stream().map(PublicKey::parse).toList();
  }

  /** Returns the ids of the messages exchanged with a peer, sorted, which is mostly by time. */
  public List<String> ids(PublicKey peer) {
    return store.keys(ALL, peer.toString()).stream().map(Messages::id).toList();
  }

  /**
   * Finds a message; empty when it is gone.
   *
   * @throws NodeException when the entry is no message
   */
  public Optional<Message> find(PublicKey peer, String id) {
    String key = peer + "/" + id;
    try {
      return store.json(ALL, key).map(json -> Shape.of(Message.class).read(json));
    } catch (Misfit e) {
      throw new NodeException(
          "messages " + key + " in " + store.location() + " is damaged: " + e.getMessage(), e);
    }
  }

  /** Returns the messages exchanged with a peer, in the order of their ids. */
  public List<Message> with(PublicKey peer) {
    return ids(peer).stream().flatMap(id -> find(peer, id).stream()).toList();
  }

  /** Counts the unread among the newest {@link #MAX_COUNTED} received and sent messages. */
  public int unread() {
    return (int)
        store.keys(ALL).stream()
            // Not by Comparator.comparing: no cache holds its class, and status starts all day.
            .sorted((one, other) -> id(other).compareTo(id(one)))
            .limit(MAX_COUNTED)
            .filter(
                key ->
                    is(
                        PublicKey.parse(key.substring(0, key.indexOf('/'))),
                        id(key),
                        Message::isUnread,
                        false))
            .count();
  }

  /** Returns whether this node has sent a peer a message; a damaged one counts as sent. */
  public boolean hasSent(PublicKey peer) {
    return ids(peer).stream()
        .anyMatch(id -> is(peer, id, message -> message.way() == Message.Way.SENT, true));
  }

  private boolean is(PublicKey peer, String id, Predicate<Message> condition, boolean isIfDamaged) {
    try {
      return find(peer, id).filter(condition).isPresent();
    } catch (NodeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      return isIfDamaged;
    }
  }

  /** Returns the message in an envelope as it arrived; empty for another envelope. */
  public static Optional<Message> received(InboxId id, Envelope envelope, Timestamp at) {
    return envelope.payload() instanceof Payload.Direct direct
        ? Optional.of(
            new Message(
                id.value(),
                Message.Way.RECEIVED,
                envelope.senderKey(),
                envelope.senderEndpoint(),
                at,
                direct.body(),
                new Message.Refs(
                    direct.contentRef(), direct.inReplyTo(), Optional.of(envelope.hash()))))
        : Optional.empty();
  }

  /** Returns the change that stores a message. */
  public static Change.Put put(Message message) {
    return ALL.put(key(message), Shape.write(message));
  }

  /** Returns the change that deletes a message. */
  public static Change remove(Message message) {
    return ALL.delete(key(message));
  }

  /** Marks a message as read at once; needs no exclusive access to the node. */
  public void markRead(Message message, Timestamp at) {
    store.put(ALL, key(message), JsonWriter.bytes(Shape.write(message.readAt(at))));
  }

  /** Returns the record of an outbox item, if it is such a message. */
  static Optional<Change.Put> sent(String outboxId, Supplier<JsonObject> item) {
    return outboxId.startsWith(REPLIES)
        ? sent(outboxId.substring(REPLIES.length()), item.get()).map(Messages::put)
        : Optional.empty();
  }

  /**
   * Returns the change that records the outcome of a message whose item leaves the outbox, or that
   * removes the outcome when the item returns there.
   */
  static Optional<Change.Put> moved(Change.Move move) {
    Optional<Message.Ending> outcome = outcome(move.to());
    boolean ends = move.from().equals(Outbox.ITEMS) && move.key().startsWith(REPLIES);
    boolean begins = move.to().equals(Outbox.ITEMS) && move.wanted().startsWith(REPLIES);
    if (move.value().isEmpty() || !((ends && outcome.isPresent()) || begins)) {
      return Optional.empty();
    }
    String name = (ends ? move.key() : move.wanted()).substring(REPLIES.length());
    JsonObject item = Node.jsonObject(REPLIES + name, move.value().get());
    return sent(name, item).map(message -> put(outcome.map(message::ended).orElse(message)));
  }

  private static Optional<Message.Ending> outcome(Keyed movedTo) {
    if (movedTo.equals(Archive.SENT)) {
      return Optional.of(Message.Ending.DELIVERED);
    }
    return movedTo.equals(Outbox.FAILED) ? Optional.of(Message.Ending.FAILED) : Optional.empty();
  }

  /**
   * Returns the change that records that a message was taken out of the outbox, if the item is one.
   */
  public static Optional<Change.Put> dropped(OutboxId id, JsonObject item) {
    return id.kind() == OutboxKind.REPLIES
        ? sent(id.name(), item).map(message -> put(message.ended(Message.Ending.DROPPED)))
        : Optional.empty();
  }

  private static Optional<Message> sent(String name, JsonObject item) {
    JsonObject payload = item.object("payload").orElse(JsonObject.empty());
    boolean direct = item.string("message_type").equals(Optional.of(MessageType.DIRECT.toString()));
    Optional<Timestamp> at =
        item.parsed(OutboxItems.TIMESTAMP, Timestamp::parse)
            .or(() -> InboxId.time(name).map(Timestamp::new));
    return OutboxItems.recipient(item)
        .filter(_ -> direct && at.isPresent())
        .flatMap(
            to ->
                OutboxItems.recipientEndpoint(item)
                    .map(
                        endpoint ->
                            new Message(
                                name,
                                Message.Way.SENT,
                                to,
                                endpoint,
                                at.get(),
                                payload.string("body").orElse(""),
                                new Message.Refs(
                                    payload.parsed("content_ref", ContentHash::parse),
                                    payload.parsed("in_reply_to", ContentHash::parse),
                                    Optional.empty()))));
  }

  private static String id(String key) {
    return key.substring(key.indexOf('/') + 1);
  }

  private static String key(Message message) {
    return message.peerKey() + "/" + message.id();
  }
}
