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
 * Whom this node follows, as far as messages tell: an ack names the hash of the subscribe that it
 * answers, which deliver keeps with what it sent. One that maintenance has archived is not
 * recognized any more.
 */
record OwnSubscriptions(Store store, ReaderContext context) {
  private static final String TYPE = MessageType.SUBSCRIBE.toString();

  /** Whether an ack is about our last wish to follow the peer. */
  boolean isAnswer(ContentHash envelope, PublicKey peer) {
    return isFollowedOrAsked(peer) && isLatest(envelope, peer);
  }

  /** The peer agreed that we follow it, or did not. */
  void answered(PublicKey peer, boolean agreed) {
    context.updatePeer(peer, row -> row.withSubscribed(agreed));
    if (agreed) {
      SubscriptionRequest.forget(store, peer).forEach(context::change);
    } else {
      context.change(SubscriptionRequest.rejected(peer, new Timestamp(context.now())));
    }
  }

  /** Who sends us its own content has us as a subscriber, whether or not its ack got here. */
  void gotOwnContent(PublicKey peer) {
    if (SubscriptionRequest.isRequested(store, peer)) {
      answered(peer, true);
    }
  }

  /** Tells a peer that we follow, or asked to, that we no longer do. */
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

  /** Whether this is the last word that we have sent, or are about to send, to follow the peer. */
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
            .max(Comparator.comparing(item -> item.string(OutboxItems.TIMESTAMP).orElse("")))
            .flatMap(item -> item.string(OutboxItems.ENVELOPE_HASH))
            .filter(envelope.toString()::equals)
            .isPresent();
  }

  private static boolean isSubscribe(Optional<JsonObject> item, PublicKey peer) {
    return item.filter(json -> json.string("message_type").filter(TYPE::equals).isPresent())
        .flatMap(OutboxItems::recipient)
        .filter(peer::equals)
        .isPresent();
  }

  /** What a hand has broken is no subscribe of ours. */
  private static Optional<JsonObject> read(Supplier<Optional<JsonObject>> file) {
    try {
      return file.get();
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}
