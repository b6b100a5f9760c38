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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
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
 * What {@code sbp serve} takes and needs: 256 clients on loopback, each with a connection that it
 * keeps, post envelopes until 40,000 wait in the inbox; beside it the same server of the JDK with a
 * handler that answers 202 and does nothing, in a process with the same options. Printed are
 * envelopes a second, their ratio, and the memory that the process held at most.
 */
class Serve {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final String JAVA = System.getenv("SBP_BENCH_JAVA");
  private static final int CLIENTS = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("no-op")) {
      serveNothing(Integer.parseInt(arguments[1]));
      return;
    }
    int envelopes = arguments.length == 0 ? 40_000 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Path home = folder.resolve("node");
      int port = Bench.freePort();
      node(home, port);
      LoopbackTarget node = target(home, port);
      List<byte[]> bodies = sign(home, node, envelopes);
      double ours =
          measure("serve", List.of(LAUNCHER, "serve", "--home", home.toString()), node, bodies);
      int other = Bench.freePort();
      double nothing =
          measure(
              "no-op",
              List.of(
                  JAVA,
                  "-Xmx112m",
                  "-XX:+UseSerialGC",
                  "-Dsun.net.httpserver.maxIdleConnections=2048",
                  "-Dsun.net.httpserver.nodelay=true",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Path.of(LAUNCHER).resolveSibling("bench.d/Serve.java").toString(),
                  "no-op",
                  "" + other),
              target(home, other),
              bodies);
      System.out.printf("ratio    %8.2f%n", ours / nothing);
    } finally {
      Bench.delete(folder);
    }
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

  private static void node(Path home, int port) throws Exception {
    Process init =
        new ProcessBuilder(LAUNCHER, "init", home.toString(), "--local", "--port", "" + port)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
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

  private static LoopbackTarget target(Path home, int port) {
    return new LoopbackTarget(
        Endpoint.parse("http://127.0.0.1:" + port), Node.at(home).identity().publicKey());
  }

  private static List<byte[]> sign(Path home, LoopbackTarget to, int count) {
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

  private static double measure(
      String name, List<String> command, LoopbackTarget target, List<byte[]> bodies)
      throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                Path.of(System.getProperty("java.io.tmpdir"), "sbp-bench-serve.log").toFile())
            .start();
    try {
      Bench.awaitOpen(target.address().getPort());
      long before = peakKib(process);
      long begin = System.nanoTime();
      long taken = post(target, bodies);
      double rate = taken / ((System.nanoTime() - begin) / 1e9);
      System.out.printf(
          "%-8s %8.0f a second, %d of %d taken; %d MiB before, %d MiB at most%n",
          name, rate, taken, bodies.size(), before / 1024, peakKib(process) / 1024);
      return rate;
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static long post(LoopbackTarget target, List<byte[]> bodies) throws Exception {
    AtomicLong next = new AtomicLong();
    AtomicLong taken = new AtomicLong();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        done.add(
            clients.submit(
                () -> {
                  client(target, bodies, next, taken);
                  return null;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
    return taken.get();
  }

  private static void client(
      LoopbackTarget target, List<byte[]> bodies, AtomicLong next, AtomicLong taken)
      throws IOException {
    try (LoopbackConnection connection =
        LoopbackConnection.open(target, Optional.empty(), PATIENCE)) {
      for (int i = (int) next.getAndIncrement();
          i < bodies.size();
          i = (int) next.getAndIncrement()) {
        if (connection.post(bodies.get(i)).status() == 202) {
          taken.incrementAndGet();
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
