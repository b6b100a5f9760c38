package org.sovereignbook.sbp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.delivery.Delivery;
import org.sovereignbook.sbp.delivery.DeliveryResult;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.step.Progress;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * What one piece of content costs with many subscribers, in this process and without a network: the
 * ratio between sizes says whether the cost is straight. Run by hand, never timed by a test.
 */
public final class DeliveryBench {
  private static final byte[] NOTHING = {};

  private DeliveryBench() {}

  /**
   * Prints size, seconds and the ratio to the first size.
   *
   * @param args numbers of subscribers; 2000 and 8000 when there are none
   */
  public static void main(String[] args) throws Exception {
    List<Integer> sizes = new ArrayList<>();
    for (String arg : args.length == 0 ? new String[] {"2000", "8000"} : args) {
      sizes.add(Integer.parseInt(arg));
    }
    seconds(sizes.getFirst());
    double first = 0;
    for (int size : sizes) {
      double took = seconds(size);
      first = first == 0 ? took : first;
      System.out.printf("deliver to %6d  %7.2f s  %5.1f x%n", size, took, took / first);
    }
  }

  private static double seconds(int subscribers) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      TestNode node = prepared(folder, subscribers);
      long begin = System.nanoTime();
      DeliveryResult result =
          new Delivery(node.node(), node.store(), new Willing()).run(false, Progress.NONE);
      double took = (System.nanoTime() - begin) / 1e9;
      if (result.delivered() != subscribers) {
        throw new IllegalStateException("not delivered: " + result.summary());
      }
      return took;
    } finally {
      delete(folder);
    }
  }

  private static TestNode prepared(Path folder, int subscribers) {
    TestNode node = TestNode.in(folder);
    SecureRandom random = new SecureRandom();
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < subscribers; i++) {
      peers.add(
          Peer.met(
                  "Peer " + i,
                  KeyPair.generate(random).publicKey(),
                  Endpoint.parse("https://peer" + i + ".example"),
                  TrustState.KNOWN,
                  node.node().now())
              .withSubscriber(true));
    }
    PeerTable before = node.store().peers();
    ChangeSet changes = new ChangeSet().addAll(before.withAll(peers).changes(before));
    OutboxId id = new OutboxId(OutboxKind.CONTENT, "piece");
    node.store()
        .commit(changes.add(Outbox.put(id, node.content(node.keys(), "Rain", "It rains."))));
    return node;
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Peers that take everything. */
  private static final class Willing implements PeerClient {
    @Override
    public PeerReply get(Endpoint endpoint, String path) {
      return new PeerReply.Answered(200, NOTHING, Optional.empty());
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) {
      return new PeerReply.Answered(200, NOTHING, Optional.empty());
    }
  }
}
