package org.sovereignbook.sbp.plugins.groups;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Nodes to which parts of shared groups may be sent. A members' list names nodes with endpoints of
 * its maker's choice, which may be a third party's; therefore only peers that this node has met
 * itself get anything, at the endpoint that they have stated themselves, and of the strangers at
 * one host only the one met first, as for announces.
 *
 * @param first the first stranger at each host
 */
record MetNodes(PeerTable peers, Map<String, PublicKey> first) {
  /** Returns those of these nodes that were met. */
  static MetNodes of(PeerTable peers, List<PublicKey> nodes) {
    Map<String, PublicKey> first = new HashMap<>();
    nodes.stream()
        .distinct()
        .flatMap(node -> met(peers, node).stream())
        .filter(peer -> !isDecided(peer))
        .sorted(
            Comparator.comparing(
                    (Peer peer) -> peer.firstSeen().map(Timestamp::toString).orElse(""))
                .thenComparing(peer -> peer.publicKey().toString()))
        .forEach(peer -> first.putIfAbsent(peer.endpoint().host(), peer.publicKey()));
    return new MetNodes(peers, Map.copyOf(first));
  }

  private static Optional<Peer> met(PeerTable peers, PublicKey node) {
    return peers
        .find(node)
        .filter(peer -> peer.trust() != TrustState.BLOCKED && peer.trust() != TrustState.UNKNOWN)
        .filter(peer -> !peer.endpoint().equals(Peer.NOWHERE));
  }

  private static boolean isDecided(Peer peer) {
    return peer.decidedTrust() != TrustState.UNKNOWN;
  }

  /** Returns the endpoint of a node; empty for one that was not met. */
  Optional<Endpoint> endpoint(PublicKey node) {
    return met(peers, node).map(Peer::endpoint);
  }

  /** Returns whether another stranger at the same host goes first. */
  boolean isBehindAnother(PublicKey node) {
    return met(peers, node)
        .filter(peer -> !isDecided(peer))
        .filter(
            peer ->
                !Optional.of(node).equals(Optional.ofNullable(first.get(peer.endpoint().host()))))
        .isPresent();
  }
}
