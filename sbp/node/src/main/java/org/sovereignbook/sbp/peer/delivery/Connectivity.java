package org.sovereignbook.sbp.peer.delivery;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Check whether this machine reaches the network. When all peers that were tried are silent, the
 * cause may be the peers or this machine; some other peers and this node's own endpoint decide it.
 */
record Connectivity(PeerClient client, PeerTable peers, Endpoint self) {
  private static final int MAX_PEERS_ASKED = 3;

  /** Asks those who were heard of most lately, until one of them is heard. */
  boolean isSomebodyHeard(Set<Endpoint> silent) throws InterruptedException {
    List<Endpoint> lately =
        peers.peers().stream()
            .filter(peer -> peer.lastContact().isPresent() && !silent.contains(peer.endpoint()))
            .sorted(
                Comparator.comparing((Peer peer) -> peer.lastContact().orElseThrow()).reversed())
            .map(Peer::endpoint)
            .distinct()
            .limit(MAX_PEERS_ASKED)
            .toList();
    for (Endpoint endpoint : Stream.concat(lately.stream(), Stream.of(self)).toList()) {
      if (!silent.contains(endpoint) && isHeard(client.get(endpoint, "/health"))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHeard(PeerReply reply) {
    return switch (reply) {
      case PeerReply.Answered _ -> true;
      case PeerReply.Unreachable(_, boolean silence) -> !silence;
      case PeerReply.Unknown _, PeerReply.Forbidden _ -> false;
    };
  }
}
