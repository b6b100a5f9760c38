import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
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
import org.sovereignbook.sbp.store.StorageQuota;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * Cost of pieces with many subscribers: each piece is signed for and posted to each of them, at
 * addresses of their own on loopback, and every outcome is stored on the disk. Beside it, the same
 * client posts as many bytes as often to the same addresses, and stores nothing. The cost of a post
 * shall not grow with their number.
 */
class Batch {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final Path COUNTERS = Path.of("/proc/self/io");
  private static final int POSTERS = 10;

  /** Cost of a number of posts, or of one. */
  private record Cost(double millis, double cpuMillis, double writtenKb) {
    static Cost now() throws IOException {
      return new Cost(System.nanoTime() / 1e6, cpuNanos() / 1e6, written() / 1024.0);
    }

    Cost of(Cost before, int posts) {
      return new Cost(
          (millis - before.millis) / posts,
          (cpuMillis - before.cpuMillis) / posts,
          (writtenKb - before.writtenKb) / posts);
    }
  }

  public static void main(String[] arguments) throws Exception {
    String[] sizes = arguments.length == 0 ? new String[] {"100x5", "500x5", "500x20"} : arguments;
    // Else the server closes connections just as they are used again.
    System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
    System.setProperty("sun.net.httpserver.idleInterval", "3600");
    HttpServer receiver = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 1_000);
    receiver.createContext(
        "/message",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    receiver.start();
    try {
      int port = receiver.getAddress().getPort();
      Cost _ = delivered(100, 5, port);
      System.out.println("of a post: milliseconds, of them by a processor, KB written");
      System.out.printf(
          "%-8s %7s %7s %7s %7s %9s%n", "posts", "ms", "cpu ms", "KB", "x bare", "bare cpu");
      for (String size : sizes) {
        int x = size.indexOf('x');
        int peers = Integer.parseInt(x < 0 ? size : size.substring(0, x));
        int pieces = x < 0 ? 1 : Integer.parseInt(size.substring(x + 1));
        Cost cost = delivered(peers, pieces, port);
        Cost bare = bare(peers, pieces, port);
        System.out.printf(
            "%-8s %7.2f %7.2f %7.1f %7.1f %9.2f%n",
            size,
            cost.millis,
            cost.cpuMillis,
            cost.writtenKb,
            cost.cpuMillis / bare.cpuMillis,
            bare.cpuMillis);
      }
    } finally {
      receiver.stop(0);
    }
  }

  private static Cost delivered(int peers, int pieces, int port) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    try (HttpPeerClient client = client()) {
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
              new LocalDisk(),
              InstantSource.system(),
              new SecureRandom());
      FileStore files = new FileStore(node);
      PeerTable before = files.peers();
      files.commit(
          new ChangeSet().addAll(before.withAll(subscribers(node, peers, port)).changes(before)));
      for (int i = 0; i < pieces; i++) {
        OutboxId id = new OutboxId(OutboxKind.CONTENT, "piece-" + i);
        files.commit(new ChangeSet().add(Outbox.put(id, piece(node, "Rain " + i))));
      }
      Cost begin = Cost.now();
      DeliveryResult result =
          new Delivery(node, StorageQuota.over(files), client).run(false, (done, all) -> {});
      Cost cost = Cost.now().of(begin, peers * pieces);
      if (result.delivered() != peers * pieces) {
        throw new IllegalStateException("not delivered: " + result.summary());
      }
      return cost;
    } finally {
      Bench.delete(folder);
    }
  }

  /** The reference: the same posts with nothing signed, judged or stored. */
  private static Cost bare(int peers, int pieces, int port) throws Exception {
    byte[] envelope = "x".repeat(1_200).getBytes(StandardCharsets.UTF_8);
    try (HttpPeerClient client = client();
        ExecutorService threads = Executors.newFixedThreadPool(POSTERS)) {
      Cost begin = Cost.now();
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < peers * pieces; i++) {
        Endpoint endpoint = endpoint(i % peers, port);
        ends.add(threads.submit(() -> client.post(endpoint, envelope)));
      }
      for (Future<?> end : ends) {
        end.get();
      }
      return Cost.now().of(begin, peers * pieces);
    }
  }

  private static HttpPeerClient client() {
    return HttpPeerClient.open(new HttpConfig(true, Duration.ofSeconds(10)));
  }

  private static Endpoint endpoint(int number, int port) {
    return Endpoint.parse("http://127.1.%d.%d:%d".formatted(number / 250, 1 + number % 250, port));
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Bytes that this process has had written to the disk; 0 where nothing counts them. */
  private static long written() throws IOException {
    return Files.exists(COUNTERS)
        ? Files.readAllLines(COUNTERS).stream()
            .filter(line -> line.startsWith("write_bytes: "))
            .mapToLong(line -> Long.parseLong(line.substring("write_bytes: ".length())))
            .sum()
        : 0;
  }

  private static List<Peer> subscribers(Node node, int count, int port) {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      peers.add(
          Peer.met(
                  "Peer " + i,
                  KeyPair.generate(node.random()).publicKey(),
                  endpoint(i, port),
                  TrustState.KNOWN,
                  node.now())
              .withSubscriber(true));
    }
    return peers;
  }

  private static JsonObject piece(Node node, String title) {
    KeyPair keys = node.keys();
    return Content.sign(
        Content.build(
            keys.publicKey(), title, "It rains.", List.of(), Optional.empty(), node.now()),
        keys);
  }
}
