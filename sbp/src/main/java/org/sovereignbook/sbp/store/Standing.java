package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * How much a node owes somebody when there is no room for everybody (THREATS: strangers fill table,
 * disk and seats). What one of a higher standing caused never gives way to one of a lower.
 */
public enum Standing {
  /** In no row of the table, or blocked. */
  UNKNOWN,
  /** Has written to this node, which anybody can. */
  KNOWN,
  /** Endorsed, trusted, followed by this node, or the node itself: nobody it did not choose. */
  CHOSEN;

  public static Standing of(PublicKey key, PeerTable peers) {
    return peers.find(key).map(Standing::of).orElse(UNKNOWN);
  }

  /** The standing of those of whom only their trust is known. */
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
