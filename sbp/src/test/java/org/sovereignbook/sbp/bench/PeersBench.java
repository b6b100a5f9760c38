package org.sovereignbook.sbp.bench;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.PeersDocument;

/**
 * What a run costs that meets many peers and changes each of them, up to the text of {@code
 * peers.md}: the ratio between sizes says whether the cost is straight. Run by hand, never timed by
 * a test.
 */
public final class PeersBench {
  private static final int ROUNDS = 5;

  private PeersBench() {}

  /**
   * Prints size, seconds and the ratio to the first size.
   *
   * @param args numbers of peers; 2000 and 8000 when there are none
   */
  public static void main(String[] args) {
    List<Integer> sizes = new ArrayList<>();
    for (String arg : args.length == 0 ? new String[] {"2000", "8000"} : args) {
      sizes.add(Integer.parseInt(arg));
    }
    seconds(sizes.getFirst());
    double first = 0;
    for (int size : sizes) {
      double took = seconds(size);
      first = first == 0 ? took : first;
      System.out.printf("change  %6d  %7.3f s  %5.1f x%n", size, took, took / first);
    }
  }

  /** The best of some rounds. */
  public static double seconds(int size) {
    List<Peer> peers = peers(size);
    double best = Double.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long begin = System.nanoTime();
      PeerTable none = PeerTable.of(List.of());
      PeerTable met = none;
      for (Peer peer : peers) {
        met = met.with(peer);
      }
      PeersDocument document = PeersDocument.parse("").apply(met.changes(none));
      PeerTable changed = met;
      for (Peer peer : peers) {
        changed = changed.update(peer.publicKey(), row -> row.withTrust(TrustState.ENDORSED));
      }
      if (document.apply(changed.changes(met)).render().isEmpty()) {
        throw new IllegalStateException("no peers");
      }
      best = Math.min(best, (System.nanoTime() - begin) / 1e9);
    }
    return best;
  }

  private static List<Peer> peers(int size) {
    SecureRandom random = new SecureRandom();
    Timestamp now = Timestamp.parse("2026-03-17T12:05:00Z");
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      peers.add(
          Peer.met(
              "Peer " + i,
              KeyPair.generate(random).publicKey(),
              Endpoint.parse("https://peer" + i + ".example"),
              TrustState.KNOWN,
              now));
    }
    return peers;
  }
}
