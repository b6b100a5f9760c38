package org.sovereignbook.sbp.store;

import java.util.List;
import org.sovereignbook.sbp.node.Config;

/**
 * Limits of this node's followers. Some seats are reserved for endorsed and trusted peers, and
 * strangers of one host get few, or a flood of fresh keys would take them all. A pure decision.
 *
 * @param all the most followers
 * @param forStrangers the most that are neither endorsed nor trusted
 * @param perHost the most of those that live at one host
 */
public record SubscriberSeats(int all, int forStrangers, int perHost) {
  private static final int WHOLE_PERCENT = 100;

  public static SubscriberSeats of(Config config) {
    int all = config.get(StoreSettings.MAX_SUBSCRIBERS);
    long kept = (long) all * config.get(StoreSettings.KEPT_SUBSCRIBERS_PERCENT) / WHOLE_PERCENT;
    return new SubscriberSeats(
        all, (int) (all - kept), config.get(StoreSettings.MAX_SUBSCRIBERS_PER_HOST));
  }

  /** Returns whether a seat is free for this peer, beside all others that follow the node. */
  public boolean hasSeatFor(Peer peer, PeerTable table) {
    List<Peer> others =
        table.peers().stream()
            .filter(other -> other.isFollower() && !other.publicKey().equals(peer.publicKey()))
            .toList();
    if (others.size() >= all || peer.trust().isEndorsedOrTrusted()) {
      return others.size() < all;
    }
    List<Peer> strangers =
        others.stream().filter(other -> !other.trust().isEndorsedOrTrusted()).toList();
    String host = peer.endpoint().host();
    long neighbours =
        strangers.stream().filter(other -> other.endpoint().host().equals(host)).count();
    return strangers.size() < forStrangers && neighbours < perHost;
  }
}
