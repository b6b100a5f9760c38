import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.LoopbackConnection;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;
import org.sovereignbook.sbp.testkit.hostile.Tarpit;

/**
 * How long a trusted peer waits while strangers attack: a real {@code sbp serve}, a peer that posts
 * twenty-five messages a second, each on a connection of its own, and a hostile process of the
 * lowest priority, since it would be another machine. Quiet and attacked phases alternate in one
 * run; each begins with a tick of the node. Printed are the 50th and 99th percentile of both, in
 * milliseconds, and their ratios.
 */
class Attack {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final String JAVA = System.getenv("SBP_BENCH_JAVA");
  private static final Duration PHASE = Duration.ofSeconds(4);
  private static final Duration PAUSE = Duration.ofMillis(40);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ROUNDS = 3;

  private final Path home;
  private final int port;
  private final HostilePeer friend = HostilePeer.of(1, 0, Tarpit.NOBODY).named("Friend");
  private int written;

  Attack(Path home, int port) {
    this.home = home;
    this.port = port;
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : ROUNDS;
    List<Integer> attacks =
        arguments.length > 0 && !arguments[0].equals("all")
            ? List.of(Integer.parseInt(arguments[0]))
            : List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    System.out.printf(
        "%7s %9s %9s %9s %9s %7s %7s %9s%n",
        "attack", "quiet p50", "p99", "under p50", "p99", "x p50", "x p99", "unserved");
    for (int attack : attacks) {
      Path folder = Files.createTempDirectory("sbp-bench");
      try {
        new Attack(folder.resolve("node"), Bench.freePort()).measure(attack, rounds);
      } finally {
        Bench.delete(folder);
      }
    }
  }

  private void measure(int attack, int rounds) throws Exception {
    makeNode();
    Process server = start(List.of(LAUNCHER, "serve", "--home", home.toString()), "server");
    LoopbackTarget target =
        new LoopbackTarget(
            Endpoint.parse("http://127.0.0.1:" + port), Node.at(home).identity().publicKey());
    Process attacker = attacker(target, attack);
    try (BufferedReader said = attacker.inputReader();
        BufferedWriter orders = attacker.outputWriter()) {
      Bench.awaitOpen(port);
      said.readLine();
      List<Double> quiet = new ArrayList<>();
      List<Double> attacked = new ArrayList<>();
      phase(target);
      for (int i = 0; i < rounds; i++) {
        quiet.addAll(phase(target));
        order(orders, "go");
        attacked.addAll(phase(target));
        order(orders, "stop");
        said.readLine();
      }
      print(attack, quiet, attacked);
    } finally {
      attacker.destroy();
      server.destroy();
      server.waitFor();
    }
  }

  private static void order(BufferedWriter orders, String word) throws IOException {
    orders.write(word + "\n");
    orders.flush();
  }

  private Process attacker(LoopbackTarget target, int attack) throws IOException {
    return new ProcessBuilder(
            "nice",
            "-n",
            "19",
            JAVA,
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Path.of(LAUNCHER).resolveSibling("bench.d/Attacker.java").toString(),
            target.endpoint().toString(),
            target.key().toString(),
            "" + attack)
        .redirectError(log("attacker"))
        .start();
  }

  /** The friend's messages of one phase: how long each took, in milliseconds; -1 was not taken. */
  private List<Double> phase(LoopbackTarget target) throws Exception {
    Process tick = start(List.of(LAUNCHER, "tick", "--home", home.toString()), "tick");
    List<Double> took = new ArrayList<>();
    long end = System.nanoTime() + PHASE.toNanos();
    for (long next = System.nanoTime(); next < end; next += PAUSE.toNanos()) {
      LockSupport.parkNanos(next - System.nanoTime());
      byte[] message =
          HostilePeer.bytes(
              friend.direct("message " + written++, target.key(), Node.at(home).now()));
      // What was due while the last one waited is late already: it counts from when it was due.
      boolean taken = post(target, message);
      took.add(taken ? (System.nanoTime() - next) / 1e6 : -1);
    }
    tick.waitFor();
    return took;
  }

  private static boolean post(LoopbackTarget target, byte[] message) {
    Optional<InetAddress> elsewhere = Optional.of(InetAddress.ofLiteral("127.0.1.1"));
    try (LoopbackConnection connection = LoopbackConnection.open(target, elsewhere, PATIENCE)) {
      return connection.post(message).status() == 202;
    } catch (IOException e) {
      return false;
    }
  }

  private static void print(int attack, List<Double> quiet, List<Double> attacked) {
    double[] q = {percentile(quiet, 50), percentile(quiet, 99)};
    double[] a = {percentile(attacked, 50), percentile(attacked, 99)};
    long unserved = attacked.stream().filter(took -> took < 0).count();
    System.out.printf(
        "%7d %9.1f %9.1f %9.1f %9.1f %7.1f %7.1f %4d/%-4d%n",
        attack, q[0], q[1], a[0], a[1], a[0] / q[0], a[1] / q[1], unserved, attacked.size());
  }

  private static double percentile(List<Double> took, int percent) {
    List<Double> sorted = took.stream().filter(one -> one >= 0).sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get((sorted.size() - 1) * percent / 100);
  }

  private void makeNode() throws Exception {
    Process init =
        start(List.of(LAUNCHER, "init", home.toString(), "--local", "--port", "" + port), "init");
    if (init.waitFor() != 0) {
      throw new IOException("sbp init failed");
    }
    Node node = Node.at(home);
    FileStore store = new FileStore(node);
    PeerTable before = store.peers();
    Peer row =
        Peer.met(friend.name(), friend.key(), friend.endpoint(), TrustState.TRUSTED, node.now());
    store.commit(new ChangeSet().addAll(before.with(row).changes(before)));
  }

  private static Process start(List<String> command, String name) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log(name)).start();
  }

  private static ProcessBuilder.Redirect log(String name) {
    return ProcessBuilder.Redirect.appendTo(
        Path.of(System.getProperty("java.io.tmpdir"), "sbp-bench-attack-" + name + ".log")
            .toFile());
  }
}
