package org.sovereignbook.sbp.peer.network;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.peer.network.NetworkMemory.OfPeer;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/**
 * Decision on the peers to stop and to begin following (IMPLEMENTATION §3.2, network steps 7 to
 * 11). Pure. We follow a peer once it has agreed; until then, it has been asked.
 *
 * <p>Silence counts from the peer's last content or from the moment we subscribed, whichever is
 * later; where that moment is not known (a first run), from {@code first_seen}. A peer that was
 * left for its silence is not followed again before as many days have passed, or its content has
 * arrived by another way; a peer that the operator left is not followed again until the operator
 * does.
 *
 * @param left the rows of peers no longer followed
 * @param joined the rows of peers to be asked, some of them once more
 */
record Subscriptions(NetworkMemory memory, List<Peer> left, List<Peer> joined) {
  /** Trusted before endorsed; within each, most recently active first. */
  private static final Comparator<Peer> BEST_FIRST =
      Comparator.comparing((Peer peer) -> peer.trust() != TrustState.TRUSTED)
          .thenComparing(Subscriptions::lastActive, Comparator.reverseOrder());

  Subscriptions {
    left = List.copyOf(left);
    joined = List.copyOf(joined);
  }

  /**
   * Decides.
   *
   * @param requests our requests by peer, and the refusals
   * @param waiting the peers whose subscribe is still in the outbox
   */
  static Subscriptions decide(
      PeerTable table,
      NetworkMemory known,
      Map<PublicKey, SubscriptionRequest> requests,
      Predicate<PublicKey> waiting,
      Config config,
      Timestamp now) {
    Duration silence = config.get(NetworkSettings.UNSUBSCRIBE_INACTIVE);
    SortedMap<PublicKey, OfPeer> memory = new TreeMap<>(known.peers());
    List<Peer> left = new ArrayList<>();
    List<Peer> again = new ArrayList<>();
    List<Peer> eligible = new ArrayList<>();
    int active = 0;
    for (Peer peer : table.peers()) {
      PublicKey key = peer.publicKey();
      Optional<SubscriptionRequest> request = Optional.ofNullable(requests.get(key));
      boolean asked =
          !peer.subscribed() && request.filter(SubscriptionRequest::isRequested).isPresent();
      noticed(known, peer, asked, now).ifPresent(news -> memory.put(key, news));
      OfPeer ofPeer = memory.getOrDefault(key, OfPeer.NOTHING);
      boolean follows = peer.subscribed() || asked;
      if (follows && !isOver(peer, ofPeer, silence, now)) {
        active++;
        if (asked && isUnanswered(request.orElseThrow(), waiting.test(key), config, now)) {
          again.add(peer);
        }
        continue;
      }
      if (follows) {
        boolean blocked = peer.trust() == TrustState.BLOCKED;
        ofPeer = ofPeer.withLeft(blocked ? Optional.empty() : Optional.of(now));
        memory.put(key, ofPeer);
        left.add(peer);
      }
      boolean wanted = peer.trust().isEndorsedOrTrusted() && request.isEmpty();
      if (wanted && mayJoin(peer, ofPeer, silence, now)) {
        eligible.add(peer.withSubscribed(false));
      }
    }
    int room = Math.max(0, config.get(NetworkSettings.MAX_SUBSCRIPTIONS) - active);
    List<Peer> joined =
        Stream.concat(again.stream(), eligible.stream().sorted(BEST_FIRST).limit(room)).toList();
    for (Peer peer : joined) {
      memory.compute(
          peer.publicKey(),
          (_, before) -> Objects.requireNonNullElse(before, OfPeer.NOTHING).wanted());
    }
    return new Subscriptions(known.afterRun(memory), left, joined);
  }

  /** Records changes made since the last run by the operator, the reader or bootstrap. */
  private static Optional<OfPeer> noticed(
      NetworkMemory memory, Peer peer, boolean asked, Timestamp now) {
    OfPeer known = memory.of(peer.publicKey());
    if (peer.subscribed() && known.subscribedSince().isEmpty()) {
      Timestamp since = memory.hasRun() ? now : peer.firstSeen().orElse(now);
      return Optional.of(known.withSubscribedSince(since));
    }
    return !peer.subscribed() && !asked && known.subscribedSince().isPresent()
        ? Optional.of(known.withDeclined())
        : Optional.empty();
  }

  /** Returns whether the subscribe arrived and has had no answer for too long. */
  private static boolean isUnanswered(
      SubscriptionRequest request, boolean waits, Config config, Timestamp now) {
    Duration patience = config.get(NetworkSettings.REANNOUNCE);
    return !waits && !TimeJudge.isPausing(request.at(), patience, now);
  }

  private static boolean isOver(Peer peer, OfPeer known, Duration silence, Timestamp now) {
    return peer.trust() == TrustState.BLOCKED
        || latest(peer.lastContent(), known.subscribedSince())
            .filter(last -> hasPassed(last, silence, now))
            .isPresent();
  }

  private static boolean mayJoin(Peer peer, OfPeer known, Duration pause, Timestamp now) {
    return !known.declined()
        && known
            .leftAt()
            .filter(at -> TimeJudge.isPausing(at, pause, now))
            .filter(at -> peer.lastContent().filter(at::isBefore).isEmpty())
            .isEmpty();
  }

  private static Timestamp lastActive(Peer peer) {
    return latest(peer.lastContact(), peer.lastContent()).orElse(new Timestamp(Instant.EPOCH));
  }

  static boolean hasPassed(Timestamp since, Duration time, Timestamp now) {
    return !since.plus(time).isAfter(now);
  }

  private static Optional<Timestamp> latest(Optional<Timestamp> one, Optional<Timestamp> other) {
    return Stream.concat(one.stream(), other.stream()).max(Comparator.naturalOrder());
  }
}
