import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Envelope;
import org.sovereignbook.sbp.protocol.MessageType;

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

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("no-op")) {
      serveNothing(Integer.parseInt(arguments[1]));
      return;
    }
    int envelopes = arguments.length == 0 ? 40_000 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Path home = folder.resolve("node");
      int port = freePort();
      node(home, port);
      List<byte[]> bodies = sign(home, port, envelopes);
      double ours =
          measure("serve", List.of(LAUNCHER, "serve", "--home", home.toString()), port, bodies);
      int other = freePort();
      double nothing =
          measure(
              "no-op",
              List.of(
                  JAVA,
                  "-Xmx128m",
                  "-XX:+UseSerialGC",
                  "-Dsun.net.httpserver.maxIdleConnections=2048",
                  "-Dsun.net.httpserver.nodelay=true",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Path.of(LAUNCHER).resolveSibling("bench.d/Serve.java").toString(),
                  "no-op",
                  "" + other),
              other,
              bodies);
      System.out.printf("ratio    %8.2f%n", ours / nothing);
    } finally {
      delete(folder);
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

  private static List<byte[]> sign(Path home, int port, int count) {
    Node node = Node.at(home);
    KeyPair sender = KeyPair.generate(new SecureRandom());
    Endpoint endpoint = Endpoint.parse("http://127.0.0.1:" + port);
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      JsonObject payload = JsonObject.builder().put("body", "letter " + i + " of the load").build();
      JsonObject envelope =
          Envelope.build(
              MessageType.DIRECT,
              payload,
              sender.publicKey(),
              endpoint,
              node.identity().publicKey(),
              node.now());
      bodies.add(
          JsonWriter.compact(Envelope.sign(envelope, sender)).getBytes(StandardCharsets.UTF_8));
    }
    return bodies;
  }

  private static double measure(String name, List<String> command, int port, List<byte[]> bodies)
      throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                Path.of(System.getProperty("java.io.tmpdir"), "sbp-bench-serve.log").toFile())
            .start();
    try {
      awaitOpen(port);
      long before = peakKib(process);
      long begin = System.nanoTime();
      long taken = post(port, bodies);
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

  private static long post(int port, List<byte[]> bodies) throws Exception {
    AtomicLong next = new AtomicLong();
    AtomicLong taken = new AtomicLong();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        done.add(
            clients.submit(
                () -> {
                  client(port, bodies, next, taken);
                  return null;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
    return taken.get();
  }

  private static void client(int port, List<byte[]> bodies, AtomicLong next, AtomicLong taken)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (int i = (int) next.getAndIncrement();
          i < bodies.size();
          i = (int) next.getAndIncrement()) {
        byte[] body = bodies.get(i);
        String head =
            "POST /message HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Content-Length: "
                + body.length
                + "\r\n\r\n";
        byte[] request = new byte[head.length() + body.length];
        System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
        System.arraycopy(body, 0, request, head.length(), body.length);
        out.write(request);
        if (status(in) == 202) {
          taken.incrementAndGet();
        }
      }
    }
  }

  /** Reads one answer. */
  private static int status(InputStream in) throws IOException {
    int status = 0;
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.startsWith("HTTP/1.1 ")) {
        status = Integer.parseInt(line.substring(9, 12));
      } else if (line.regionMatches(true, 0, "Content-Length: ", 0, 16)) {
        length = Integer.parseInt(line.substring(16));
      }
    }
    in.skipNBytes(length);
    return status;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the server hung up");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
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

  private static void awaitOpen(int port) throws Exception {
    for (int i = 0; i < 300; i++) {
      try (Socket open = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        Thread.sleep(100);
      }
    }
    throw new IOException("no server listens at " + port);
  }

  private static int freePort() throws IOException {
    try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
