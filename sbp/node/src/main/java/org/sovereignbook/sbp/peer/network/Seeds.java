package org.sovereignbook.sbp.peer.network;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * The seeds of the configuration (IMPLEMENTATION §8, Phase 4). Each is joined through once, and
 * that is recorded: what the operator does about the peer afterwards stays. One that was down is
 * tried by every run of network until it is back.
 */
public record Seeds(Node node, Store store) {
  /** Returns the seeds that this node has never joined through, in the configured order. */
  public List<Endpoint> notJoined() {
    NetworkMemory memory = NetworkMemory.load(store);
    return configured().stream()
        .filter(seed -> !memory.seeds().contains(seed) && !isDecidedUpon(seed))
        .toList();
  }

  /** Returns all seeds, in the configured order. */
  public List<Endpoint> configured() {
    return node.config().get(NetworkSettings.SEEDS).stream()
        .map(Endpoint::parse)
        .distinct()
        .toList();
  }

  /**
   * Joins through the seeds that are due, one commit each; returns the keys of those that answered.
   *
   * @param deadline no further seed is asked after it
   */
  List<PublicKey> join(PeerClient client, Instant deadline) throws InterruptedException {
    recordThoseOfEarlierVersions();
    List<PublicKey> joined = new ArrayList<>();
    Follow follow = new Follow(node, store, client);
    for (Endpoint seed : notJoined()) {
      if (node.clock().instant().isBefore(deadline)) {
        follow.seedUnattended(seed).peer().ifPresent(peer -> joined.add(peer.publicKey()));
      }
    }
    return joined;
  }

  private void recordThoseOfEarlierVersions() {
    NetworkMemory before = NetworkMemory.load(store);
    NetworkMemory memory = before;
    for (Endpoint seed : configured()) {
      memory = isDecidedUpon(seed) ? memory.withSeed(seed) : memory;
    }
    if (!memory.equals(before)) {
      store.commit(new ChangeSet().add(memory.save()));
    }
  }

  private boolean isDecidedUpon(Endpoint seed) {
    return store.peers().peers().stream()
        .anyMatch(peer -> peer.endpoint().equals(seed) && isDecidedUpon(peer));
  }

  /** Returns whether joining through this peer would change a decision about it. */
  static boolean isDecidedUpon(Peer peer) {
    return peer.isClose() || peer.trust() == TrustState.BLOCKED;
  }
}
