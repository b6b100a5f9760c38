package org.sovereignbook.sbp.peer.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.DiscoveryQueue.Candidate;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Selection of the named identities that a run fetches, when it may not fetch all: every source
 * gets its turn, and chance picks within a source, so that neither a peer that names thousands nor
 * one that names dead endpoints starves the others.
 */
final class Discovery {
  /** Limit of identities fetched from one host in a run; its owner may never have asked for it. */
  static final int MAX_PER_HOST = 5;

  private Discovery() {}

  /**
   * Returns the text of {@code peers.md}, if rows in it cannot be read. Such a row may be a
   * misspelt {@code blocked}, so a peer whose key is in it must not be added as a new stranger.
   */
  static String unreadableRows(Store store, PeerTable table) {
    return table.problems().isEmpty() ? "" : store.peersText();
  }

  /**
   * Returns whether a peer is known because it wrote to us, and has not shown its identity yet
   * (AGENT.md).
   */
  static boolean isNameless(Peer peer) {
    return peer.trust() == TrustState.KNOWN
        && peer.name().equals(Fingerprint.of(peer.publicKey()).toString());
  }

  /** Chooses at most this many of the wanted candidates. */
  static List<Candidate> choose(
      List<List<Candidate>> sources,
      Predicate<Candidate> wanted,
      int atMost,
      RandomGenerator random) {
    Deque<Deque<Candidate>> queues = new ArrayDeque<>();
    for (List<Candidate> source : sources) {
      List<Candidate> shuffled = new ArrayList<>(new LinkedHashSet<>(source));
      shuffled.removeIf(wanted.negate());
      Collections.shuffle(shuffled, random);
      if (!shuffled.isEmpty()) {
        queues.add(new ArrayDeque<>(shuffled));
      }
    }
    SequencedSet<Candidate> chosen = new LinkedHashSet<>();
    Map<String, Integer> hosts = new HashMap<>();
    while (chosen.size() < atMost && !queues.isEmpty()) {
      Deque<Candidate> source = queues.removeFirst();
      Candidate next = source.removeFirst();
      if (hosts.merge(next.endpoint().host(), 1, Integer::sum) <= MAX_PER_HOST) {
        chosen.add(next);
      }
      if (!source.isEmpty()) {
        queues.addLast(source);
      }
    }
    return List.copyOf(chosen);
  }
}
