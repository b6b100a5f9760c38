import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.hostile.LoopbackConnection;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;

/**
 * Speed and needs of {@code sbp serve}, with files and with SQLite, beside two references: {@link
 * Prototype}, and the JDK's server with a handler that answers 202 and does nothing, in processes
 * with the same options. Each is warmed up, then 32 and then 256 clients on loopback, each with a
 * connection that it keeps, post so many envelopes. Printed are envelopes a second, their ratios to
 * the references, how long clients waited, the processor time of one, and the memory that the
 * process held at most.
 */
class Serve {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final String JAVA = System.getenv("SBP_BENCH_JAVA");
  private static final List<Integer> CLIENTS = List.of(32, 256);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<byte[]> bodies;
  private final int envelopes;
  private final Map<String, Double> rates = new HashMap<>();

  private Serve(List<byte[]> bodies, int envelopes) {
    this.bodies = bodies;
    this.envelopes = envelopes;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("no-op")) {
      serveNothing(Integer.parseInt(arguments[1]));
      return;
    }
    int envelopes = arguments.length == 0 ? 15_000 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Path home = folder.resolve("node");
      int port = Bench.freePort();
      node(home, port);
      // The first of them warm the server up, the others are measured.
      List<byte[]> bodies = sign(home, target(home, port), envelopes * (CLIENTS.size() + 1));
      Serve serve = new Serve(bodies, envelopes);
      int other = Bench.freePort();
      serve.measure("no-op", reference("Serve.java", "no-op", "" + other), target(home, other));
      serve.measure(
          "prototype",
          reference("Prototype.java", "" + other, home.toString()),
          target(home, other));
      List<String> ours = List.of(LAUNCHER, "serve", "--home", home.toString());
      serve.measure("files", ours, target(home, port));
      Node node = Node.at(home);
      node.writeJson(
          node.home().schedulerConfig(),
          node.config()
              .json()
              .with("store", JsonObject.builder().put("backend", "sqlite").build()));
      serve.measure("sqlite", ours, target(home, port));
    } finally {
      Bench.delete(folder);
    }
  }

  private static List<String> reference(String source, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                JAVA,
                "-Xmx112m",
                "-XX:+UseSerialGC",
                "-Dsun.net.httpserver.maxIdleConnections=2048",
                "-Dsun.net.httpserver.nodelay=true",
                "-cp",
                System.getProperty("java.class.path"),
                Path.of(LAUNCHER).resolveSibling("bench.d").resolve(source).toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static void serveNothing(int port) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_024);
    byte[] answer = "{\"status\":\"accepted\"}".getBytes(StandardCharsets.UTF_8);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(202, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  static void node(Path home, int port, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(LAUNCHER, "init", home.toString(), "--local", "--port", "" + port));
    command.addAll(List.of(more));
    Process init =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    if (init.waitFor() != 0) {
      throw new IOException("sbp init failed");
    }
    Node node = Node.at(home);
    JsonObject config = node.config().json();
    JsonObject server = config.object("server").orElseThrow();
    for (String budget : List.of("unknown", "known", "endorsed", "trusted", "address")) {
      server = server.with(budget + "_budget_per_minute", 1_000_000);
    }
    for (String files : List.of("quota", "key", "address")) {
      server = server.with("inbox_" + files + "_files", 1_000_000);
      server = server.with("inbox_" + files + "_bytes", 1L << 40);
    }
    server =
        server
            .with("inbox_unknown_percent", 100)
            .with("inbox_unchosen_percent", 100)
            .with("max_concurrent_address_requests", 1_024);
    node.writeJson(node.home().schedulerConfig(), config.with("server", server));
  }

  static LoopbackTarget target(Path home, int port) {
    return new LoopbackTarget(
        Endpoint.parse("http://127.0.0.1:" + port), Node.at(home).identity().publicKey());
  }

  static List<byte[]> sign(Path home, LoopbackTarget to, int count) {
    Node node = Node.at(home);
    KeyPair sender = KeyPair.generate(new SecureRandom());
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      JsonObject payload =
          JsonObject.builder().put("body", "message " + i + " of the load").build();
      JsonObject envelope =
          Envelope.build(
              MessageType.DIRECT, payload, sender.publicKey(), to.endpoint(), to.key(), node.now());
      bodies.add(
          JsonWriter.compact(Envelope.sign(envelope, sender)).getBytes(StandardCharsets.UTF_8));
    }
    return bodies;
  }

  private void measure(String name, List<String> command, LoopbackTarget target) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                Path.of(System.getProperty("java.io.tmpdir"), "sbp-bench-serve.log").toFile())
            .start();
    try {
      Bench.awaitOpen(target.address().getPort());
      Posts _ = post(target, bodies.subList(0, envelopes), CLIENTS.getFirst());
      for (int i = 0; i < CLIENTS.size(); i++) {
        int clients = CLIENTS.get(i);
        Duration before = processorTime(process);
        Posts posts =
            post(target, bodies.subList((i + 1) * envelopes, (i + 2) * envelopes), clients);
        Duration used = processorTime(process).minus(before);
        rates.put(name + clients, posts.rate());
        System.out.printf(
            "%-9s %3d clients %6.0f a second, %4.2f of the prototype, %4.2f of no-op;"
                + " p50 %5.1f ms, p99 %5.1f; CPU %4.2f ms each; at most %d MiB; %d of %d taken%n",
            name,
            clients,
            posts.rate(),
            posts.rate() / rates.getOrDefault("prototype" + clients, Double.NaN),
            posts.rate() / rates.getOrDefault("no-op" + clients, Double.NaN),
            posts.millis(50),
            posts.millis(99),
            used.toNanos() / 1e6 / envelopes,
            peakKib(process) / 1024,
            posts.nanos().length,
            envelopes);
      }
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  static Duration processorTime(Process process) {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Posts that were answered with 202: how long each took, sorted, and all together. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record Posts(long[] nanos, long all) {
    double rate() {
      return nanos.length / (all / 1e9);
    }

    double millis(int percent) {
      return nanos.length == 0 ? Double.NaN : nanos[(nanos.length - 1) * percent / 100] / 1e6;
    }
  }

  static Posts post(LoopbackTarget target, List<byte[]> bodies, int clients) throws Exception {
    AtomicInteger next = new AtomicInteger();
    long[] nanos = new long[bodies.size()];
    long begin = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        done.add(
            threads.submit(
                () -> {
                  client(target, bodies, next, nanos);
                  return null;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
    long all = System.nanoTime() - begin;
    return new Posts(LongStream.of(nanos).filter(each -> each > 0).sorted().toArray(), all);
  }

  private static void client(
      LoopbackTarget target, List<byte[]> bodies, AtomicInteger next, long[] nanos)
      throws IOException {
    try (LoopbackConnection connection =
        LoopbackConnection.open(target, Optional.empty(), PATIENCE)) {
      for (int i = next.getAndIncrement(); i < bodies.size(); i = next.getAndIncrement()) {
        long begin = System.nanoTime();
        if (connection.post(bodies.get(i)).status() == 202) {
          nanos[i] = System.nanoTime() - begin;
        }
      }
    }
  }

  /** The largest resident set so far, where the system tells it. */
  private static long peakKib(Process process) throws IOException {
    Path status = Path.of("/proc/" + process.pid() + "/status");
    if (!Files.exists(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }
}
