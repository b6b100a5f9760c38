import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
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
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * What tarpits cost the others: a message goes to the same honest endpoints, each on a port of its
 * own, without and with as many tarpits among them as say. Counted is when the last honest one had
 * it. The first run knows nobody; later ones know who answered how fast.
 */
class Tarpits {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final Duration TIMEOUT = Duration.ofSeconds(4);
  private static final Duration HONEST = Duration.ofMillis(50);
  private static final int RUNS = 10;

  public static void main(String[] arguments) throws Exception {
    int all = arguments.length == 0 ? 200 : Integer.parseInt(arguments[0]);
    int pits = arguments.length < 2 ? all / 10 : Integer.parseInt(arguments[1]);
    try (World warm = new World(all - pits, 0)) {
      warm.deliver();
    }
    try (World quiet = new World(all - pits, 0);
        World held = new World(all - pits, pits)) {
      List<Double> alone = new ArrayList<>();
      List<Double> beside = new ArrayList<>();
      for (int run = 0; run < RUNS; run++) {
        // One beside the other, since other programs compete for the machine, too.
        alone.add(quiet.deliver());
        beside.add(held.deliver());
      }
      System.out.printf("%6s %9s %9s %6s%n", "run", "alone s", "tarpits s", "x");
      print("first", alone.getFirst(), beside.getFirst());
      print("later", median(alone), median(beside));
      System.out.printf("a whole run with them: %.1f s%n", held.longest);
    }
  }

  private static void print(String run, double alone, double beside) {
    System.out.printf("%6s %9.3f %9.3f %6.2f%n", run, alone, beside, beside / alone);
  }

  private static double median(List<Double> runs) {
    return runs.stream().skip(1).sorted().toList().get((runs.size() - 1) / 2);
  }

  /** A node and its followers. */
  private static final class World implements AutoCloseable {
    private final Path folder = Files.createTempDirectory("sbp-bench");
    private final HttpPeerClient client = HttpPeerClient.open(new HttpConfig(true, TIMEOUT));
    private final List<Place> places = new ArrayList<>();
    private final Node node = node(folder);
    private final FileStore store = new FileStore(node);
    private int messages;
    private double longest;

    World(int honest, int pits) throws Exception {
      for (int i = 0; i < honest + pits; i++) {
        places.add(new Place(i < honest ? 0 : 1 + i % 4));
      }
      Collections.shuffle(places, new Random(1));
      PeerTable before = store.peers();
      store.commit(new ChangeSet().addAll(before.withAll(followers(node, places)).changes(before)));
    }

    /** A message to all: how long it took until the last honest one had it. */
    double deliver() throws InterruptedException {
      OutboxId id = new OutboxId(OutboxKind.CONTENT, "piece-" + messages++);
      store.commit(new ChangeSet().add(Outbox.put(id, message(node, messages))));
      long begin = System.nanoTime();
      new Delivery(node, store, client).run(true, (done, total) -> {});
      longest = Math.max(longest, (System.nanoTime() - begin) / 1e9);
      long last = places.stream().mapToLong(place -> place.answeredAt.get()).max().orElseThrow();
      store.commit(new ChangeSet().add(Outbox.remove(id)));
      return (last - begin) / 1e9;
    }

    @Override
    public void close() throws IOException {
      client.close();
      for (Place place : places) {
        place.close();
      }
      Bench.delete(folder);
    }
  }

  private static Node node(Path folder) throws Exception {
    Process init =
        new ProcessBuilder(LAUNCHER, "init", folder.resolve("node").toString(), "--local")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (init.waitFor() != 0) {
      throw new IOException("sbp init failed");
    }
    return new Node(
        new NodeHome(folder.resolve("node")),
        LocalDisk.unsynced(),
        InstantSource.system(),
        new SecureRandom());
  }

  private static List<Peer> followers(Node node, List<Place> places) {
    List<Peer> peers = new ArrayList<>();
    for (Place place : places) {
      peers.add(
          Peer.met(
                  "Peer " + peers.size(),
                  KeyPair.generate(node.random()).publicKey(),
                  Endpoint.parse("http://127.0.0.1:" + place.listening.getLocalPort()),
                  TrustState.KNOWN,
                  node.now())
              .withSubscriber(true));
    }
    return peers;
  }

  private static JsonObject message(Node node, int number) {
    KeyPair keys = node.keys();
    return Content.sign(
        Content.build(
            keys.publicKey(),
            "Rain " + number,
            "It rains.",
            List.of(),
            Optional.empty(),
            node.now()),
        keys);
  }

  /**
   * An endpoint: 0 is honest, 1 never answers, 2 drips, 3 answers slowly, 4 never ends its head.
   */
  private static final class Place {
    private final ServerSocket listening =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicLong answeredAt = new AtomicLong();
    private final int kind;

    Place(int kind) throws IOException {
      this.kind = kind;
      Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
      try {
        while (true) {
          Socket socket = listening.accept();
          Thread.ofVirtual().start(() -> serve(socket));
        }
      } catch (IOException e) {
        // Closed.
      }
    }

    private void serve(Socket socket) {
      try (socket) {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        while (takes(in)) {
          switch (kind) {
            case 0 -> {
              Thread.sleep(HONEST);
              say(out, "HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}");
              answeredAt.set(System.nanoTime());
            }
            case 1 -> Thread.sleep(Duration.ofHours(1));
            case 3 -> {
              Thread.sleep(TIMEOUT.minusSeconds(2));
              say(out, "HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}");
            }
            default -> drip(out, kind == 2 ? "HTTP/1.1 202 Accepted" : "HTTP/1.1 202 OK\r\nA: ");
          }
        }
      } catch (IOException | InterruptedException e) {
        // The client has gone.
      }
    }

    private static void say(OutputStream out, String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }

    private static void drip(OutputStream out, String text)
        throws IOException, InterruptedException {
      for (int i = 0; ; i++) {
        say(out, i < text.length() ? text.substring(i, i + 1) : "x");
        Thread.sleep(Duration.ofSeconds(1));
      }
    }

    /** Reads a request whole. */
    private static boolean takes(InputStream in) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return false;
        }
        head.append((char) next);
      }
      int length =
          head.toString()
              .lines()
              .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
              .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
              .findFirst()
              .orElse(0);
      return in.readNBytes(length).length == length;
    }

    void close() throws IOException {
      listening.close();
    }
  }
}
