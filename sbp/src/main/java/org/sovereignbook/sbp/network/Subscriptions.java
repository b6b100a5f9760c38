package org.sovereignbook.sbp.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.network.NetworkMemory.OfPeer;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Whom we stop following and whom we begin to follow (IMPLEMENTATION §3.2, network steps 7 to 11).
 * A pure decision.
 *
 * <p>Silence counts from the peer's last content or from the moment we subscribed, whichever is
 * later; where that moment is not known (a first run), from {@code first_seen}. A peer that was
 * left for its silence is not followed again before as many days have gone by, or its content has
 * come by another way; a peer that the operator left is not followed again until the operator does.
 *
 * @param left the rows of those no longer followed
 * @param joined the rows of those followed from now on
 */
public record Subscriptions(
    PeerTable table, NetworkMemory memory, List<Peer> left, List<Peer> joined) {

  public static Subscriptions decide(
      PeerTable before, NetworkMemory known, Config config, Timestamp now) {
    NetworkMemory memory = known;
    for (Peer peer : before.peers()) {
      memory = noticed(memory, peer, now);
    }
    Subscriptions decided = new Subscriptions(before, memory.afterRun(), List.of(), List.of());
    for (Peer peer : before.peers()) {
      if (peer.subscribed() && isOver(peer, memory.of(peer.publicKey()), config, now)) {
        decided = decided.leave(peer, now);
      }
    }
    int active = decided.table.count(Peer::subscribed);
    List<Peer> eligible = decided.eligible(config.get(NetworkSettings.UNSUBSCRIBE_INACTIVE), now);
    for (Peer peer : eligible.subList(0, room(active, eligible.size(), config))) {
      decided = decided.join(peer, now);
    }
    return decided;
  }

  private static int room(int active, int wanted, Config config) {
    return Math.clamp(config.get(NetworkSettings.MAX_SUBSCRIPTIONS) - active, 0, wanted);
  }

  /** What others changed since the last run: the operator, the reader, bootstrap. */
  private static NetworkMemory noticed(NetworkMemory memory, Peer peer, Timestamp now) {
    OfPeer known = memory.of(peer.publicKey());
    if (peer.subscribed() && known.subscribedSince().isEmpty()) {
      Timestamp since = memory.hasRun() ? now : peer.firstSeen().orElse(now);
      return memory.update(peer.publicKey(), old -> old.withSubscribedSince(since));
    }
    return !peer.subscribed() && known.subscribedSince().isPresent()
        ? memory.update(peer.publicKey(), OfPeer::withDeclined)
        : memory;
  }

  private static boolean isOver(Peer peer, OfPeer known, Config config, Timestamp now) {
    return peer.trust() == TrustState.BLOCKED
        || latest(peer.lastContent(), known.subscribedSince())
            .filter(last -> hasPassed(last, config.get(NetworkSettings.UNSUBSCRIBE_INACTIVE), now))
            .isPresent();
  }

  private Subscriptions leave(Peer peer, Timestamp now) {
    Optional<Timestamp> silent =
        peer.trust() == TrustState.BLOCKED ? Optional.empty() : Optional.of(now);
    return new Subscriptions(
        table.update(peer.publicKey(), row -> row.withSubscribed(false)),
        memory.update(peer.publicKey(), old -> old.withLeft(silent)),
        plus(left, peer),
        joined);
  }

  private Subscriptions join(Peer peer, Timestamp now) {
    return new Subscriptions(
        table.update(peer.publicKey(), row -> row.withSubscribed(true)),
        memory.update(peer.publicKey(), old -> old.withSubscribedSince(now)),
        left,
        plus(joined, peer));
  }

  /** Trusted before endorsed; within each, most recently active first. */
  private List<Peer> eligible(Duration pause, Timestamp now) {
    return table.peers().stream()
        .filter(peer -> peer.trust().isEndorsedOrTrusted() && !peer.subscribed())
        .filter(peer -> mayJoin(peer, memory.of(peer.publicKey()), pause, now))
        .sorted(
            Comparator.comparing((Peer peer) -> peer.trust() != TrustState.TRUSTED)
                .thenComparing(Subscriptions::lastActive, Comparator.reverseOrder()))
        .toList();
  }

  private static boolean mayJoin(Peer peer, OfPeer known, Duration pause, Timestamp now) {
    return !known.declined()
        && known
            .leftAt()
            .filter(at -> !hasPassed(at, pause, now))
            .filter(at -> peer.lastContent().filter(at::isBefore).isEmpty())
            .isEmpty();
  }

  private static Timestamp lastActive(Peer peer) {
    return latest(peer.lastContact(), peer.lastContent())
        .orElse(new Timestamp(java.time.Instant.EPOCH));
  }

  static boolean hasPassed(Timestamp since, Duration time, Timestamp now) {
    return !since.plus(time).isAfter(now);
  }

  private static Optional<Timestamp> latest(Optional<Timestamp> one, Optional<Timestamp> other) {
    return Stream.concat(one.stream(), other.stream()).max(Comparator.naturalOrder());
  }

  private static List<Peer> plus(List<Peer> peers, Peer peer) {
    List<Peer> more = new ArrayList<>(peers);
    more.add(peer);
    return List.copyOf(more);
  }
}
