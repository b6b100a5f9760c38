import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * Cost of waiting messages, in milliseconds of a processor: of each, when {@code sbp tick} reads
 * all of them with the built-in rules, and of one {@code sbp status} while they wait. Beside it,
 * what it costs to validate one and to store it. None of them shall grow with the number of
 * messages.
 */
class Reading {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final int SENDERS = 200;
  private static final Endpoint ENDPOINT = Endpoint.parse("http://127.0.0.1:9");

  /** The last line of {@code times}: user and system time of the children. */
  private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s\\s*$");

  public static void main(String[] arguments) throws Exception {
    String[] sizes = arguments.length == 0 ? new String[] {"0", "1000", "10000"} : arguments;
    System.out.printf("%8s %8s %8s %8s %7s%n", "waiting", "status", "each", "accept", "x");
    for (String size : sizes) {
      measure(Integer.parseInt(size));
    }
  }

  private static void measure(int count) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Path home = folder.resolve("node");
      double _ = cpuMillis("init", home.toString(), "--local");
      // What is due in a new node.
      double _ = cpuMillis("tick", "--home", home.toString());
      Node node =
          new Node(new NodeHome(home), new LocalDisk(), InstantSource.system(), new SecureRandom());
      FileStore store = new FileStore(node);
      double accepted = fill(node, store, count);
      double status = cpuMillis("status", "--home", home.toString());
      double idle = cpuMillis("status", "--home", home.toString());
      double read = 0;
      while (!store.inbox().pending().isEmpty()) {
        read += cpuMillis("tick", "--home", home.toString());
      }
      System.out.printf(
          "%8d %8.0f %8.2f %8.2f %7.1f%n",
          count,
          Math.min(status, idle),
          count == 0 ? 0 : read / count,
          accepted,
          count == 0 ? 0 : read / count / accepted);
    } finally {
      Bench.delete(folder);
    }
  }

  /** Puts messages into the inbox; returns what it cost to validate and store each. */
  static double fill(Node node, FileStore store, int count) throws Exception {
    return fill(node, store, count, SENDERS);
  }

  /** Does the same for so many peers, of whom each writes in turn. */
  static double fill(Node node, FileStore store, int count, int peerCount) throws Exception {
    List<KeyPair> senders = new ArrayList<>();
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < peerCount; i++) {
      KeyPair keys = KeyPair.generate(node.random());
      senders.add(keys);
      peers.add(Peer.met("Peer " + i, keys.publicKey(), ENDPOINT, TrustState.KNOWN, node.now()));
    }
    PeerTable before = store.peers();
    store.commit(new ChangeSet().addAll(before.withAll(peers).changes(before)));
    List<byte[]> envelopes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      envelopes.add(envelope(node, senders.get(i % peerCount), i));
    }
    EnvelopeValidator validator = new EnvelopeValidator(node.identity().publicKey());
    long begin = processNanos();
    for (byte[] envelope : envelopes) {
      if (!validator.validate(envelope, node.clock().instant()).isValid()) {
        throw new IllegalStateException("not valid");
      }
      var _ = store.inbox().accept(envelope, node.clock().instant());
    }
    return (processNanos() - begin) / 1e6 / Math.max(1, count);
  }

  /** Personal messages and pieces in turn. */
  private static byte[] envelope(Node node, KeyPair keys, int number) {
    boolean isPiece = number % 2 == 1;
    JsonObject payload =
        isPiece
            ? Content.sign(
                Content.build(
                    keys.publicKey(),
                    "Rain " + number,
                    "It rains. ".repeat(40),
                    List.of("rain"),
                    Optional.empty(),
                    node.now()),
                keys)
            : Payloads.direct("Hello " + number, Optional.empty(), Optional.empty());
    JsonObject envelope =
        Envelope.build(
            isPiece ? MessageType.SHARE : MessageType.DIRECT,
            payload,
            keys.publicKey(),
            ENDPOINT,
            node.identity().publicKey(),
            node.now());
    return JsonWriter.compact(Envelope.sign(envelope, keys)).getBytes(StandardCharsets.UTF_8);
  }

  private static long processNanos() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Runs a command and all its children; returns their processor time. */
  static double cpuMillis(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of("sh", "-c", "\"$@\" >/dev/null; times", "sh"));
    line.add(LAUNCHER);
    line.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("SBP", LAUNCHER);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher times = TIMES.matcher(output);
    if (process.waitFor() != 0 || !times.find()) {
      throw new IOException(line + " failed: " + output);
    }
    return 60_000 * (Integer.parseInt(times.group(1)) + Integer.parseInt(times.group(3)))
        + 1_000 * (Double.parseDouble(times.group(2)) + Double.parseDouble(times.group(4)));
  }
}
