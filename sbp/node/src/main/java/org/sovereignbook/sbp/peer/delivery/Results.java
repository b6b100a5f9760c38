package org.sovereignbook.sbp.peer.delivery;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.peer.delivery.DeliveryResult.Outcome;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/** Changes to store for finished posts, in one commit. Not thread-safe. */
final class Results {
  private final Store store;
  private final PeerTable before;
  private final Timestamp now;
  private final ChangeSet changes = new ChangeSet();
  private PeerTable peers;

  Results(Store store, PeerTable before, Timestamp now) {
    this.store = store;
    this.before = before;
    this.now = now;
    this.peers = before;
  }

  ChangeSet changes() {
    return changes;
  }

  /** Returns the new peer table. */
  PeerTable peers() {
    return peers;
  }

  /** Returns all changes to commit, including the ones of the peer table. */
  ChangeSet all() {
    return changes.addAll(peers.changes(before));
  }

  /** Takes over the identity that succeeds a recipient's; gives its key, unless it is refused. */
  Optional<PublicKey> introduce(Poster.Post post, IdentityDocument document) {
    Introduction introduction = Introduction.of(store, peers, document);
    if (introduction.refused().isPresent() || introduction.movedFrom().isPresent()) {
      changes.emit(DeliveryEvents.successor(post, document, introduction.refused(), now));
    }
    if (introduction.refused().isPresent()) {
      return Optional.empty();
    }
    peers = introduction.table();
    changes.addAll(introduction.changes());
    return Optional.of(document.publicKey());
  }

  /** Files an item that no recipient waits for any more. */
  void finish(OutgoingItem item, ItemReader reader) {
    if (item.recipients().isEmpty()) {
      changes.emit(DeliveryEvents.withoutSubscribers(item.id(), now));
    }
    if (item.type() == MessageType.SUBSCRIBE) {
      item.recipients().forEach((key, state) -> notFollowed(key, state.status()));
    }
    changes.add(
        item.isFailure()
            ? Outbox.fail(item.id(), item.toFailedJson(now))
            : Outbox.sent(item.id(), reader.sent(item), now));
  }

  /**
   * Marks a peer as not followed after our subscribe failed. A peer that refused is not asked again
   * automatically.
   */
  private void notFollowed(PublicKey peer, RecipientState.Status status) {
    if (status == RecipientState.Status.DELIVERED) {
      return;
    }
    peers = peers.update(peer, row -> row.withSubscribed(false));
    boolean refused =
        status == RecipientState.Status.REJECTED && peers.trust(peer) != TrustState.BLOCKED;
    changes.addAll(SubscriptionRequest.forget(store, peer));
    if (refused) {
      changes.add(SubscriptionRequest.rejected(peer, now));
    }
  }

  /** Removes the seats of followers that deliveries do not reach. */
  void unseat(Batch batch, UnreachedFollowers unreached) {
    Set<PublicKey> recipients = new HashSet<>(batch.givenUp());
    batch.posts().forEach(post -> recipients.add(post.recipient()));
    for (PublicKey key : recipients) {
      peers
          .find(key)
          .filter(Peer::subscriber)
          .filter(peer -> batch.givenUp().contains(key) || unreached.hasMissedTooMuch(peer))
          .ifPresent(
              peer -> {
                peers = peers.with(peer.withSubscriber(false));
                unreached.unseated(peer);
                changes.emit(DeliveryEvents.unseated(peer, now));
              });
    }
  }

  /** Keeps what is new about followers that nothing reaches. */
  void keep(UnreachedFollowers unreached) {
    unreached.change().ifPresent(changes::add);
  }

  /** Gives the seats back of those who were heard of again. */
  void seat(UnreachedFollowers unreached) {
    for (Peer peer : unreached.returning(peers)) {
      peers = peers.with(peer.withSubscriber(true));
      unreached.took(peer.publicKey());
      changes.emit(DeliveryEvents.seated(peer, now));
    }
  }

  /** Records the outcome for a recipient; an answer proves that the peer is alive (CHOICES 18). */
  void emit(DeliveryResult.Recipient one) {
    changes.emit(DeliveryEvents.recipient(one, before, now));
    if (one.outcome() == Outcome.DELIVERED) {
      peers = peers.update(one.recipientKey(), peer -> peer.contactedAt(now));
    }
  }
}
