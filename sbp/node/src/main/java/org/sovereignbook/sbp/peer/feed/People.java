package org.sovereignbook.sbp.peer.feed;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerNames;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/** Snapshot of the persons behind keys. */
final class People {
  /** Maximum number of rotations of one peer that are followed to its current key. */
  private static final int MAX_ROTATIONS = 100;

  private final Store store;
  private final PeerTable peers;
  private final IdentityDocument self;
  private final PeerNames names;

  People(Store store) {
    this.store = store;
    this.peers = store.peers();
    this.self = store.node().identity();
    this.names = new PeerNames(peers, Optional.of(self));
  }

  boolean isBlocked(PublicKey key) {
    return peers.trust(key) == TrustState.BLOCKED;
  }

  /** Returns the present key of a peer; the same key if it was not rotated. */
  PublicKey current(PublicKey key) {
    PublicKey current = key;
    for (int steps = 0; steps < MAX_ROTATIONS && peers.find(current).isEmpty(); steps++) {
      current = store.peerIdentity(current).map(IdentityDocument::publicKey).orElse(current);
    }
    return current;
  }

  Someone of(PublicKey key) {
    if (key.equals(self.publicKey()) || self.previousKey().equals(Optional.of(key))) {
      return new Someone(self.name(), key, TrustState.TRUSTED, true, false);
    }
    String name =
        peers
            .find(key)
            .map(Peer::name)
            .or(() -> store.peerIdentity(key).map(IdentityDocument::name))
            .filter(known -> !known.isBlank())
            .orElseGet(() -> Fingerprint.of(key).toString());
    return new Someone(name, key, peers.trust(key), false, names.isAmbiguous(name, key));
  }
}
