package org.sovereignbook.sbp.peer.network;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerFetch;
import org.sovereignbook.sbp.net.http.PeerFetch.Answer;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.network.FollowResult.FollowStatus;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.OwnEndorsements;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/**
 * Operator's request to follow a peer. {@link #follow} is the complete following pattern of
 * AGENT.md: fetch its identity, endorse it, announce ourselves, subscribe. {@link #seed} uses a
 * peer to join the network (IMPLEMENTATION §8, Phase 4), without signing an endorsement of it. In
 * the table the peer becomes endorsed, or stays trusted; a blocked one stays blocked. Earlier
 * actions are not repeated, unless they failed. One commit. Needs exclusive access to the node.
 */
public record Follow(Node node, Store store, PeerClient client) {
  private record Wish(Endpoint endpoint, boolean seed, boolean unattended) {
    FollowResult failed(FollowStatus outcome, String why) {
      return new FollowResult(
          endpoint,
          outcome,
          Optional.empty(),
          Optional.empty(),
          Optional.of(why),
          Optional.empty());
    }

    FollowResult already(Optional<Peer> peer) {
      return new FollowResult(
          endpoint,
          FollowStatus.ALREADY,
          peer.map(FollowResult.Followed::of),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    String summary(FollowResult result) {
      return seed ? result.summaryOfSeed() : result.summary();
    }
  }

  /** Follows the peer at this endpoint; a peer's fault is a value. */
  public FollowResult follow(Endpoint endpoint) throws InterruptedException {
    return logged(new Wish(endpoint, false, false));
  }

  /**
   * Joins through a seed. A seed that cannot be reached or believed is a value, so that the other
   * seeds are still tried.
   */
  public FollowResult seed(Endpoint endpoint) throws InterruptedException {
    return logged(new Wish(endpoint, true, false));
  }

  /**
   * Works like {@link #seed} without the operator present: decisions about the peer are preserved.
   */
  FollowResult seedUnattended(Endpoint endpoint) throws InterruptedException {
    return logged(new Wish(endpoint, true, true));
  }

  private FollowResult logged(Wish wish) throws InterruptedException {
    FollowResult result = at(wish);
    if (wish.seed() && result.outcome().isSettled()) {
      NetworkMemory memory = NetworkMemory.load(store);
      if (!memory.seeds().contains(wish.endpoint())) {
        store.commit(new ChangeSet().add(memory.withSeed(wish.endpoint()).save()));
      }
    }
    if (!result.outcome().isSuccess()) {
      store.commit(
          new ChangeSet()
              .emit(
                  Network.event("not-followed", wish.summary(result), node.now())
                      .about("endpoint", wish.endpoint())
                      .asError()));
    }
    return result;
  }

  private FollowResult at(Wish wish) throws InterruptedException {
    return switch (new PeerFetch(node, client, Instant.MAX).identity(wish.endpoint())) {
      case Answer.Failed<IdentityDocument>(boolean answered, String why) ->
          wish.failed(answered ? FollowStatus.INVALID : FollowStatus.UNREACHABLE, why);
      case Answer.Valid<IdentityDocument>(IdentityDocument document) -> meet(wish, document);
    };
  }

  private FollowResult meet(Wish wish, IdentityDocument document) {
    IdentityDocument self = node.identity();
    PublicKey key = document.publicKey();
    if (key.equals(self.publicKey()) || document.endpoint().equals(self.endpoint())) {
      return wish.failed(FollowStatus.OURSELVES, "that is this node itself");
    }
    PeerTable before = store.peers();
    if (before.find(key).isEmpty()
        && Discovery.unreadableRows(store, before).contains(key.toString())) {
      return wish.failed(
          FollowStatus.REFUSED,
          "its row in peers.md cannot be read; mend it (which line: sbp peers) and run again");
    }
    Introduction introduction = Introduction.of(store, before, document);
    if (introduction.refused().isPresent()) {
      return wish.failed(FollowStatus.REFUSED, introduction.refused().get().toString());
    }
    ChangeSet changes = new ChangeSet();
    if (!store.peerIdentity(key).equals(Optional.of(document))) {
      changes.addAll(introduction.changes());
    }
    PeerTable table = introduction.table();
    if (table.trust(key) == TrustState.BLOCKED) {
      store.commit(changes.addAll(table.changes(before)));
      return wish.failed(
          FollowStatus.BLOCKED, "this peer is blocked; unblock it first (sbp peers unblock)");
    }
    if (wish.unattended()
        && (table.find(key).filter(Seeds::isDecidedUpon).isPresent()
            || NetworkMemory.load(store).of(key).declined())) {
      return wish.already(table.find(key));
    }
    Peer known = table.find(key).orElseGet(() -> stranger(document));
    TrustState trust =
        known.trust() == TrustState.TRUSTED ? TrustState.TRUSTED : TrustState.ENDORSED;
    Peer peer = known.withTrust(trust);
    changes.addAll(table.with(peer).changes(before));
    return take(
        wish, document, self, peer, !known.equals(peer) || table.find(key).isEmpty(), changes);
  }

  private Peer stranger(IdentityDocument document) {
    return Peer.met(
        document.name(), document.publicKey(), document.endpoint(), TrustState.KNOWN, node.now());
  }

  /**
   * Commits the changes that are still missing.
   *
   * @param peer its new row
   * @param isNew whether the row changes
   */
  private FollowResult take(
      Wish wish,
      IdentityDocument document,
      IdentityDocument self,
      Peer peer,
      boolean isNew,
      ChangeSet changes) {
    boolean isAsked = ask(self, peer, changes);
    boolean isDone = !isNew && !isAsked;
    Optional<ContentHash> endorsement = Optional.empty();
    if (!wish.seed()) {
      OwnEndorsements own = new OwnEndorsements(node, store.objects());
      Endorsement.Target target = new Endorsement.Target.OfIdentity(peer.publicKey());
      Optional<ContentHash> given = own.given(target);
      isDone = isDone && given.isPresent();
      endorsement = given.or(() -> Optional.of(endorse(own, target, peer, changes)));
    }
    FollowResult result =
        new FollowResult(
            wish.endpoint(),
            isDone ? FollowStatus.ALREADY : FollowStatus.DONE,
            Optional.of(FollowResult.Followed.of(peer)),
            endorsement,
            Optional.empty(),
            Optional.of(document.endpoint()).filter(named -> !named.equals(wish.endpoint())));
    if (!isDone) {
      changes.emit(
          Network.event("followed", wish.summary(result), node.now())
              .about("peer", peer.publicKey())
              .in(LogFile.SESSION));
    }
    store.commit(changes);
    return result;
  }

  /**
   * Puts an announce and a subscribe into the outbox, as far as the peer has not had them or the
   * last ones failed. Returns whether there was anything to do.
   */
  private boolean ask(IdentityDocument self, Peer peer, ChangeSet changes) {
    Timestamp now = node.now();
    NetworkMemory before = NetworkMemory.load(store);
    Announcements announce = Announcements.toOne(store, peer, before, self, now);
    changes.addAll(announce.changes());
    boolean asks = !peer.subscribed() && !SubscriptionRequest.isRequested(store, peer.publicKey());
    NetworkMemory memory = announce.memory();
    if (asks) {
      memory = memory.update(peer.publicKey(), NetworkMemory.OfPeer::wanted);
      changes.addAll(SubscriptionRequest.ask(peer, now));
    }
    if (!memory.equals(before)) {
      changes.add(memory.save());
    }
    return asks || !announce.announced().isEmpty();
  }

  /**
   * Returns the changes that ask a known peer for a subscription; empty when we follow it or have
   * asked.
   */
  public static List<Change> subscribe(Store store, Peer peer, Timestamp now) {
    if (peer.subscribed() || SubscriptionRequest.isRequested(store, peer.publicKey())) {
      return List.of();
    }
    List<Change> changes = new ArrayList<>(SubscriptionRequest.ask(peer, now));
    changes.add(
        NetworkMemory.load(store).update(peer.publicKey(), NetworkMemory.OfPeer::wanted).save());
    return List.copyOf(changes);
  }

  private static ContentHash endorse(
      OwnEndorsements own, Endorsement.Target target, Peer peer, ChangeSet changes) {
    JsonObject signed = own.sign(target, Optional.of(peer.endpoint()), Optional.empty());
    ContentHash hash = ContentHash.of(signed);
    changes
        .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, signed))
        .add(
            Outbox.put(
                new OutboxId(OutboxKind.ENDORSEMENTS, "follow-" + hash.hex()),
                OutboxItems.share(signed, peer)));
    return hash;
  }
}
