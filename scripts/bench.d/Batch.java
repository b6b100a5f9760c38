import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.peer.delivery.Delivery;
import org.sovereignbook.sbp.peer.delivery.DeliveryResult;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * Cost of one piece with many subscribers, in this process and without a network: the peers are put
 * into the table, and the piece is signed for and given to each. The ratio between sizes says
 * whether the cost is straight: four times the recipients shall cost four times the time.
 */
class Batch {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");

  public static void main(String[] arguments) throws Exception {
    List<Integer> sizes = new ArrayList<>();
    for (String size : arguments.length == 0 ? new String[] {"2000", "8000"} : arguments) {
      sizes.add(Integer.parseInt(size));
    }
    seconds(sizes.getFirst());
    double[] first = seconds(sizes.getFirst());
    System.out.printf("%8s %10s %7s %10s %7s%n", "peers", "table s", "x", "deliver s", "x");
    for (int size : sizes) {
      double[] took = size == sizes.getFirst() ? first : seconds(size);
      System.out.printf(
          "%8d %10.2f %7.1f %10.2f %7.1f%n",
          size, took[0], took[0] / first[0], took[1], took[1] / first[1]);
    }
  }

  /** For the table of peers, and for the delivery. */
  private static double[] seconds(int subscribers) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Process init =
          new ProcessBuilder(LAUNCHER, "init", folder.resolve("node").toString(), "--local")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (init.waitFor() != 0) {
        throw new IOException("sbp init failed");
      }
      Node node =
          new Node(
              new NodeHome(folder.resolve("node")),
              LocalDisk.unsynced(),
              InstantSource.system(),
              new SecureRandom());
      FileStore store = new FileStore(node);
      List<Peer> peers = subscribers(node, subscribers);
      long begin = System.nanoTime();
      PeerTable before = store.peers();
      ChangeSet changes = new ChangeSet().addAll(before.withAll(peers).changes(before));
      store.commit(changes.add(Outbox.put(new OutboxId(OutboxKind.CONTENT, "piece"), piece(node))));
      long met = System.nanoTime();
      DeliveryResult result =
          new Delivery(node, store, new Willing()).run(false, (done, all) -> {});
      long end = System.nanoTime();
      if (result.delivered() != subscribers) {
        throw new IllegalStateException("not delivered: " + result.summary());
      }
      return new double[] {(met - begin) / 1e9, (end - met) / 1e9};
    } finally {
      Bench.delete(folder);
    }
  }

  private static List<Peer> subscribers(Node node, int count) {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      peers.add(
          Peer.met(
                  "Peer " + i,
                  KeyPair.generate(node.random()).publicKey(),
                  Endpoint.parse("http://127.0.0.1:" + (10_000 + i % 50_000)),
                  TrustState.KNOWN,
                  node.now())
              .withSubscriber(true));
    }
    return peers;
  }

  private static JsonObject piece(Node node) {
    KeyPair keys = node.keys();
    return Content.sign(
        Content.build(
            keys.publicKey(), "Rain", "It rains.", List.of(), Optional.empty(), node.now()),
        keys);
  }

  /** Peers that take everything. */
  private static final class Willing implements PeerClient {
    private static final byte[] NOTHING = {};

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
