package org.sovereignbook.sbp.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.protocol.DisplayName;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/**
 * Which names of peers tell who is meant. Peers name themselves: one that looks like another's or
 * like ours, that shows nothing, or that reads like a key, is shown with the beginning of its own
 * key.
 */
public final class PeerNames {
  private final Map<String, Set<PublicKey>> bearers = new HashMap<>();
  private final Set<String> keys = new HashSet<>();

  /** As of this table, and this node itself, as far as it has an identity. */
  public PeerNames(PeerTable peers, Optional<IdentityDocument> self) {
    self.ifPresent(own -> add(own.name(), own.publicKey()));
    peers.peers().forEach(peer -> add(peer.name(), peer.publicKey()));
  }

  private void add(String name, PublicKey key) {
    bearers.computeIfAbsent(DisplayName.skeleton(name), _ -> new HashSet<>()).add(key);
    keys.add(Abbreviation.of(key));
  }

  /** Whether this name of this peer does not tell who it is. */
  public boolean isAmbiguous(String name, PublicKey key) {
    return DisplayName.isBlank(name)
        || keys.contains(name)
        || bearers.getOrDefault(DisplayName.skeleton(name), Set.of()).stream()
            .anyMatch(other -> !other.equals(key));
  }
}
