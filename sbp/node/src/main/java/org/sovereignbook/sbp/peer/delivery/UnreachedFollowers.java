package org.sovereignbook.sbp.peer.delivery;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriberSeats;

/**
 * Followers that do not accept content for all subscribers, {@code
 * operational/unserved-subscribers.json}: such a follower loses its seat. A stranger loses it after
 * a few runs over a few days, any peer when an item for it is given up; an endorsed or trusted peer
 * regains it when it contacts us again. Not thread-safe.
 */
final class UnreachedFollowers {
  /**
   * Follower that accepts nothing.
   *
   * @param runs the number of its failed runs in a row
   * @param since the time of the first of them
   * @param unseatedAt when it lost its seat, if it may regain it
   */
  private record Subscriber(int runs, Timestamp since, Optional<Timestamp> unseatedAt) {
    private Subscriber judged(Timestamp now) {
      return new Subscriber(
          runs, TimeJudge.past(since, now), unseatedAt.map(at -> TimeJudge.past(at, now)));
    }
  }

  private record All(Map<PublicKey, Subscriber> subscribers) {}

  private final Map<PublicKey, Subscriber> all;
  private final SubscriberSeats seats;
  private final Config config;
  private final Timestamp now;
  private final Set<PublicKey> counted = new HashSet<>();
  private boolean changed;

  private UnreachedFollowers(Map<PublicKey, Subscriber> all, Config config, Timestamp now) {
    this.all = new TreeMap<>(all);
    this.seats = SubscriberSeats.of(config);
    this.config = config;
    this.now = now;
  }

  /** Loads the stored followers; damaged entries are dropped. */
  static UnreachedFollowers load(Store store, Config config, Timestamp now) {
    UnreachedFollowers stored =
        new UnreachedFollowers(
            store
                .intactState(StateDocument.UNSERVED)
                .map(Shape.of(All.class)::readWhatFits)
                .map(All::subscribers)
                .orElse(Map.of()),
            config,
            now);
    if (new ClockWatch(store.node()).isSteady()) {
      stored.all.replaceAll((_, one) -> one.judged(now));
    }
    stored.followKeys(store);
    return stored;
  }

  /** Keeps what is stored of a key that was rotated away for its successor; forgets strangers. */
  private void followKeys(Store store) {
    if (all.isEmpty()) {
      return;
    }
    PeerTable peers = store.peers();
    for (PublicKey key : List.copyOf(all.keySet())) {
      if (peers.find(key).isEmpty()) {
        Optional<Subscriber> one = Optional.ofNullable(all.remove(key));
        store
            .peerIdentity(key)
            .map(IdentityDocument::publicKey)
            .filter(next -> peers.find(next).isPresent())
            .ifPresent(next -> one.ifPresent(it -> all.putIfAbsent(next, it)));
        changed = true;
      }
    }
  }

  /** Records that a follower accepted content for all. */
  void took(PublicKey peer) {
    changed |= all.remove(peer) != null;
  }

  /** Records that a follower did not accept it, at most once a run. */
  void missed(PublicKey peer) {
    if (counted.add(peer)) {
      all.merge(
          peer,
          new Subscriber(1, now, Optional.empty()),
          (before, _) -> new Subscriber(before.runs() + 1, before.since(), Optional.empty()));
      changed = true;
    }
  }

  /** Returns whether a follower has missed too much to keep its seat. */
  boolean hasMissedTooMuch(Peer peer) {
    return !peer.trust().isEndorsedOrTrusted()
        && Optional.ofNullable(all.get(peer.publicKey()))
            .filter(one -> one.runs() >= config.get(DeliverySettings.UNSERVED_TRIES))
            .filter(one -> !now.isBefore(one.since().plus(config.get(DeliverySettings.UNSERVED))))
            .isPresent();
  }

  /** Records that a follower has lost its seat. */
  void unseated(Peer peer) {
    if (peer.trust().isEndorsedOrTrusted()) {
      all.put(peer.publicKey(), new Subscriber(0, now, Optional.of(now)));
    } else {
      all.remove(peer.publicKey());
    }
    changed = true;
  }

  /**
   * Returns the followers that lost their seat and have contacted us since, while seats are free.
   */
  List<Peer> returning(PeerTable peers) {
    return all.entrySet().stream()
        .filter(one -> one.getValue().unseatedAt().isPresent())
        .flatMap(
            one ->
                peers
                    .find(one.getKey())
                    .filter(peer -> peer.trust().isEndorsedOrTrusted() && !peer.subscriber())
                    .filter(peer -> isHeardOfSince(peer, one.getValue().unseatedAt()))
                    .filter(peer -> seats.hasSeatFor(peer, peers))
                    .stream())
        .toList();
  }

  private static boolean isHeardOfSince(Peer peer, Optional<Timestamp> unseatedAt) {
    return unseatedAt.filter(at -> peer.lastContact().filter(at::isBefore).isPresent()).isPresent();
  }

  /** Returns the change that stores new findings. */
  Optional<Change> change() {
    if (!changed) {
      return Optional.empty();
    }
    changed = false;
    return Optional.of(StateDocument.UNSERVED.write(Shape.write(new All(all))));
  }
}
