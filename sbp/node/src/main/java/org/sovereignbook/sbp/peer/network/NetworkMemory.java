package org.sovereignbook.sbp.peer.network;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code operational/network-state.json}: state of the network step that has no column in {@code
 * peers.md}. Losing the file costs at most one announce too many. Immutable.
 *
 * @param identity the last identity document of ours that was announced to all peers
 * @param hasRun whether a run has looked at all subscriptions before
 * @param seeds the seeds that this node has joined through, or never will: they are not tried again
 */
record NetworkMemory(
    Optional<ContentHash> identity,
    boolean hasRun,
    SortedMap<PublicKey, OfPeer> peers,
    List<Endpoint> seeds) {

  NetworkMemory {
    seeds = List.copyOf(seeds);
    peers = Collections.unmodifiableSortedMap(new TreeMap<>(peers));
  }

  /**
   * State of one peer.
   *
   * @param announced when an announce was last put into the outbox for it
   * @param subscribedSince since when we follow it, as far as known
   * @param leftAt when we stopped following it because it had fallen silent
   * @param declined whether something other than this package stopped following it, which we
   *     respect
   */
  record OfPeer(
      Optional<Timestamp> announced,
      Optional<Timestamp> subscribedSince,
      @Shape.Named("left") Optional<Timestamp> leftAt,
      boolean declined) {
    static final OfPeer NOTHING =
        new OfPeer(Optional.empty(), Optional.empty(), Optional.empty(), false);

    OfPeer withAnnounced(Timestamp at) {
      return new OfPeer(Optional.of(at), subscribedSince, leftAt, declined);
    }

    OfPeer withSubscribedSince(Timestamp at) {
      return new OfPeer(announced, Optional.of(at), Optional.empty(), false);
    }

    /** Returns the same with no time that is yet to come. */
    private OfPeer judged(Timestamp now) {
      return new OfPeer(
          announced.map(at -> TimeJudge.past(at, now)),
          subscribedSince.map(at -> TimeJudge.past(at, now)),
          leftAt.map(at -> TimeJudge.past(at, now)),
          declined);
    }

    /** Returns a copy that is to be followed, whatever was before. */
    OfPeer wanted() {
      return new OfPeer(announced, Optional.empty(), Optional.empty(), false);
    }

    OfPeer withLeft(Optional<Timestamp> at) {
      return new OfPeer(announced, Optional.empty(), at, declined);
    }

    OfPeer withDeclined() {
      return new OfPeer(announced, Optional.empty(), leftAt, true);
    }
  }

  /** Reads the file; a missing or damaged one counts as empty, for it is only a memory. */
  static NetworkMemory load(Store store) {
    return store
        .intactState(StateDocument.NETWORK)
        .map(Shape.of(NetworkMemory.class)::readWhatFits)
        .orElseGet(NetworkMemory::empty);
  }

  static NetworkMemory empty() {
    return new NetworkMemory(Optional.empty(), false, new TreeMap<>(), List.of());
  }

  /** Returns the same with no time that is yet to come: the clock was wrong then. */
  NetworkMemory judged(Timestamp now) {
    SortedMap<PublicKey, OfPeer> judged = new TreeMap<>(peers);
    judged.replaceAll((_, peer) -> peer.judged(now));
    return new NetworkMemory(identity, hasRun, judged, seeds);
  }

  OfPeer of(PublicKey key) {
    return peers.getOrDefault(key, OfPeer.NOTHING);
  }

  NetworkMemory update(PublicKey key, UnaryOperator<OfPeer> change) {
    SortedMap<PublicKey, OfPeer> changed = new TreeMap<>(peers);
    changed.put(key, change.apply(of(key)));
    return new NetworkMemory(identity, hasRun, changed, seeds);
  }

  /** Works like {@link #update}, for many peers at the cost of one. */
  NetworkMemory updateAll(List<Peer> all, UnaryOperator<OfPeer> change) {
    SortedMap<PublicKey, OfPeer> changed = new TreeMap<>(peers);
    all.forEach(peer -> changed.put(peer.publicKey(), change.apply(of(peer.publicKey()))));
    return new NetworkMemory(identity, hasRun, changed, seeds);
  }

  NetworkMemory withIdentity(ContentHash told) {
    return new NetworkMemory(Optional.of(told), hasRun, peers, seeds);
  }

  /** Returns this with the announced document of another memory. */
  NetworkMemory withIdentityOf(NetworkMemory other) {
    return new NetworkMemory(other.identity, hasRun, peers, seeds);
  }

  NetworkMemory withSeed(Endpoint settled) {
    return seeds.contains(settled)
        ? this
        : new NetworkMemory(
            identity, hasRun, peers, Stream.concat(seeds.stream(), Stream.of(settled)).toList());
  }

  NetworkMemory afterRun(SortedMap<PublicKey, OfPeer> known) {
    return new NetworkMemory(identity, true, known, seeds);
  }

  /** Forgets the peers that left the table. */
  NetworkMemory keepOnly(Set<PublicKey> keys) {
    SortedMap<PublicKey, OfPeer> kept = new TreeMap<>(peers);
    kept.keySet().retainAll(keys);
    return new NetworkMemory(identity, hasRun, kept, seeds);
  }

  Change save() {
    return StateDocument.NETWORK.write(Shape.write(this));
  }
}
