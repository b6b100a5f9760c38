import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Costs of a message to a model beside the model: {@code sbp chat -m} through the launcher until
 * the model is asked, from its first token to the output, and from its last byte to the end of the
 * process; and {@code sbp session send} under {@code sbp up} until the model is asked. The model is
 * in this process, on loopback, and notes when it did what. The reference of starts is a JVM that
 * says hello.
 */
class Chat {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");

  /** How long the model takes before its first token, and before each further one. */
  private static final int FIRST_MILLIS = 300;

  private static final int NEXT_MILLIS = 20;
  private static final int TOKENS = 20;

  /** The first token is a whole paragraph, since a pipe shows only those. */
  private static final String FIRST = "First.\\n\\n";

  /** Pause between messages under {@code sbp up}, after which it no longer looks more often. */
  private static final int SETTLED_MILLIS = 5_000;

  /** When the model was asked, sent its first token, and sent its last byte. */
  private record Answer(long asked, long first, long last) {}

  private final Path node;
  private final int port;
  private final BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final List<Double> hello = new ArrayList<>();
  private final List<Double> untilAsked = new ArrayList<>();
  private final List<Double> timesHello = new ArrayList<>();
  private final List<Double> untilShown = new ArrayList<>();
  private final List<Double> untilEnd = new ArrayList<>();
  private final List<Double> sentUntilAsked = new ArrayList<>();
  private final List<Double> endUntilAsked = new ArrayList<>();

  private Chat(Path node, int port) {
    this.node = node;
    this.port = port;
  }

  public static void main(String[] arguments) throws Exception {
    int runs = arguments.length == 0 ? 11 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    HttpServer model =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try {
      Chat chat = new Chat(folder.resolve("node"), Bench.freePort());
      model.createContext("/", chat::answer);
      model.start();
      chat.makeNode(model.getAddress().getPort());
      chat.measureChat(Hello.command(folder), runs);
      chat.measureSend(runs);
      chat.print();
    } finally {
      model.stop(0);
      Bench.delete(folder);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    long begin = System.nanoTime();
    asked.add(begin);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      pause(FIRST_MILLIS);
      long first = System.nanoTime();
      send(out, delta(FIRST));
      for (int i = 1; i < TOKENS; i++) {
        pause(NEXT_MILLIS);
        send(out, delta("more "));
      }
      send(out, "{\"choices\": [{\"index\": 0, \"delta\": {}, \"finish_reason\": \"stop\"}]}");
      send(out, "[DONE]");
      answers.add(new Answer(begin, first, System.nanoTime()));
    }
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String delta(String content) {
    return "{\"choices\": [{\"index\": 0, \"delta\": {\"content\": \"%s\"}}]}".formatted(content);
  }

  private static void send(OutputStream out, String data) throws IOException {
    out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Makes a node whose conversations are with the model. */
  private void makeNode(int modelPort) throws Exception {
    finish(sbp("init", node.toString(), "--local", "--port", Integer.toString(port)));
    set("web.port", Integer.toString(Bench.freePort()));
    set("llm.openai.base_url", "http://127.0.0.1:" + modelPort + "/v1");
    set("llm.openai.model", "bench");
    set("llm.openai.key_variable", "");
    set("sessions.backend", "openai");
  }

  private void set(String key, String value) throws IOException, InterruptedException {
    finish(sbp("config", "set", key, value, "--home", node.toString()));
  }

  /** Says something in a process of its own, by turns with the reference; the first is no run. */
  private void measureChat(List<String> reference, int runs) throws Exception {
    for (int i = 0; i <= runs; i++) {
      long begun = System.nanoTime();
      finish(new ProcessBuilder(reference).redirectOutput(ProcessBuilder.Redirect.DISCARD));
      double helloMillis = millis(begun, System.nanoTime());
      long begin = System.nanoTime();
      Process process =
          sbp("chat", "-m", "message " + i, "--home", node.toString())
              .redirectOutput(ProcessBuilder.Redirect.PIPE)
              .start();
      int first = process.getInputStream().read();
      long shown = System.nanoTime();
      process.getInputStream().readAllBytes();
      boolean isDone = process.waitFor() == 0;
      long end = System.nanoTime();
      if (!isDone || first < 0) {
        throw new IOException("no answer");
      }
      Answer answer = answers.take();
      if (i > 0) {
        hello.add(helloMillis);
        untilAsked.add(millis(begin, answer.asked));
        timesHello.add(millis(begin, answer.asked) / helloMillis);
        untilShown.add(millis(answer.first, shown));
        untilEnd.add(millis(answer.last, end));
      }
    }
  }

  private void measureSend(int runs) throws Exception {
    Process up = sbp("up", node.toString()).start();
    try {
      Bench.awaitOpen(port);
      for (int i = 0; i <= runs; i++) {
        TimeUnit.MILLISECONDS.sleep(SETTLED_MILLIS);
        asked.clear();
        long begin = System.nanoTime();
        finish(sbp("session", "send", "main", "message " + i, "--home", node.toString()));
        long end = System.nanoTime();
        Long now = asked.poll(1, TimeUnit.MINUTES);
        if (now == null) {
          throw new IOException("nobody took the message");
        }
        answers.take();
        if (i > 0) {
          sentUntilAsked.add(millis(begin, now));
          endUntilAsked.add(millis(end, now));
        }
      }
    } finally {
      up.destroy();
      up.waitFor();
    }
  }

  private void print() {
    System.out.printf("%-48s %8s %8s %8s%n", "milliseconds", "median", "least", "most");
    print("hello", hello);
    print("chat -m, until the model is asked", untilAsked);
    print("  times hello", timesHello);
    print("  from the model's first token to the output", untilShown);
    print("  from the model's last byte to the end", untilEnd);
    print("session send, from its start until asked", sentUntilAsked);
    print("  from its end until asked", endUntilAsked);
  }

  private static void print(String what, List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    System.out.printf(
        "%-48s %8.1f %8.1f %8.1f%n",
        what, sorted.get(sorted.size() / 2), sorted.getFirst(), sorted.getLast());
  }

  private static double millis(long from, long until) {
    return (until - from) / 1e6;
  }

  private static ProcessBuilder sbp(String... words) {
    List<String> line = new ArrayList<>(List.of(LAUNCHER));
    line.addAll(List.of(words));
    return new ProcessBuilder(line)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  private static void finish(ProcessBuilder command) throws IOException, InterruptedException {
    if (command.start().waitFor() != 0) {
      throw new IOException(command.command() + " failed");
    }
  }
}
