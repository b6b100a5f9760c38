package org.sovereignbook.sbp.peer.reader;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/**
 * This node's subscriptions, as far as messages show them: an ack names the hash of the subscribe
 * that it answers, which deliver keeps with the sent item. An ack for an item that maintenance has
 * archived is not recognized any more.
 */
record OwnSubscriptions(Store store, ReaderContext context) {
  private static final String TYPE = MessageType.SUBSCRIBE.toString();

  /** Returns whether an ack answers our last subscribe to the peer. */
  boolean isAnswer(ContentHash envelope, PublicKey peer) {
    return isFollowedOrAsked(peer) && isLatest(envelope, peer);
  }

  /** Records whether the peer agreed that we follow it. */
  void answered(PublicKey peer, boolean agreed) {
    context.updatePeer(peer, row -> row.withSubscribed(agreed));
    if (agreed) {
      SubscriptionRequest.forget(store, peer).forEach(context::change);
    } else {
      context.change(SubscriptionRequest.rejected(peer, new Timestamp(context.now())));
    }
  }

  /**
   * Marks a peer as followed when it sends us its own content, because it has us as a subscriber
   * even if its ack was lost.
   */
  void gotOwnContent(PublicKey peer) {
    if (SubscriptionRequest.isRequested(store, peer)) {
      answered(peer, true);
    }
  }

  /** Ends a subscription or a request for one, and notifies the peer. */
  void end(PublicKey peer) {
    if (isFollowedOrAsked(peer)) {
      context
          .peer(peer)
          .ifPresent(row -> SubscriptionRequest.end(store, row).forEach(context::change));
      context.updatePeer(peer, row -> row.withSubscribed(false));
    }
  }

  private boolean isFollowedOrAsked(PublicKey peer) {
    return context.peer(peer).filter(Peer::subscribed).isPresent()
        || SubscriptionRequest.isRequested(store, peer);
  }

  /** Returns whether this is our last subscribe to the peer, sent or waiting. */
  private boolean isLatest(ContentHash envelope, PublicKey peer) {
    Outbox outbox = store.outbox();
    Archive archive = store.archive();
    boolean anotherWaits =
        outbox.pending().stream()
            .filter(id -> id.name().contains(TYPE))
            .anyMatch(id -> isSubscribe(read(() -> outbox.read(id)), peer));
    return !anotherWaits
        && archive.sent().stream()
            .filter(id -> id.name().contains(TYPE))
            .map(id -> read(() -> archive.readSent(id)))
            .filter(item -> isSubscribe(item, peer))
            .flatMap(Optional::stream)
            .max(Comparator.comparing(this::sentAt))
            .flatMap(item -> item.string(OutboxItems.ENVELOPE_HASH))
            .filter(envelope.toString()::equals)
            .isPresent();
  }

  /** Returns when an item was sent; nothing for one of a clock that was ahead, which is past. */
  private String sentAt(JsonObject item) {
    String now = new Timestamp(context.now()).toString();
    return item.string(OutboxItems.TIMESTAMP).filter(at -> at.compareTo(now) <= 0).orElse("");
  }

  private static boolean isSubscribe(Optional<JsonObject> item, PublicKey peer) {
    return item.filter(json -> json.string("message_type").filter(TYPE::equals).isPresent())
        .flatMap(OutboxItems::recipient)
        .filter(peer::equals)
        .isPresent();
  }

  /** Treats a damaged file as no subscribe of ours. */
  private static Optional<JsonObject> read(Supplier<Optional<JsonObject>> file) {
    try {
      return file.get();
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}
