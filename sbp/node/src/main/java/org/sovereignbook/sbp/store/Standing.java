package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Standing of a peer when space is short (THREATS: strangers fill table, disk and seats). Entries
 * caused by a peer of a higher standing are never evicted for one of a lower standing.
 */
public enum Standing {
  /** In no row of the table, or blocked. */
  UNKNOWN,
  /** Has written to this node, which anybody can. */
  KNOWN,
  /** Endorsed, trusted, followed by this node, or the node itself: all chosen by this node. */
  CHOSEN;

  public static Standing of(PublicKey key, PeerTable peers) {
    return peers.find(key).map(Standing::of).orElse(UNKNOWN);
  }

  /** Returns the standing of a peer by its trust alone. */
  public static Standing of(TrustState trust) {
    return switch (trust) {
      case UNKNOWN, BLOCKED -> UNKNOWN;
      case KNOWN -> KNOWN;
      case ENDORSED, TRUSTED -> CHOSEN;
    };
  }

  private static Standing of(Peer peer) {
    Standing byTrust = of(peer.trust());
    return peer.subscribed() && byTrust == KNOWN ? CHOSEN : byTrust;
  }

  Standing orBetter(Standing other) {
    return compareTo(other) < 0 ? other : this;
  }
}
