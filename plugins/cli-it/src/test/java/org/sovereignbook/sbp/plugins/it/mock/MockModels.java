package org.sovereignbook.sbp.plugins.it.mock;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * A model server on 127.0.0.1. The base URL names the scenario, the scenario's script answers, and
 * every request is kept to be looked at. Thread-safe.
 */
public final class MockModels implements AutoCloseable {
  private static final String SCENARIOS = "/s/";
  private static final List<Dialect> DIALECTS =
      List.of(new Anthropic(), new Gemini(), new OpenAiChat(), new OpenAiResponses());

  private final HttpServer server;
  private final ExecutorService threads;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Map<String, Scenario> scenarios = new ConcurrentHashMap<>();
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

  /** One script under its name, and what was asked of it. */
  public record Scenario(
      URI base, Script script, Queue<ModelRequest> requests, CountDownLatch first) {

    /** Waits until something was asked. */
    public void awaitRequest() throws InterruptedException {
      first.await();
    }

    /** The requests so far, in the order in which they came. */
    public List<ModelRequest> asked() {
      return List.copyOf(requests);
    }
  }

  private MockModels(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  public static MockModels start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
      MockModels models = new MockModels(server, threads);
      server.setExecutor(threads);
      server.createContext("/", models::handle);
      server.start();
      return models;
    } catch (IOException e) {
      throw new UncheckedIOException("no model server on the loopback", e);
    }
  }

  /** Adds a scenario; its base URL is what a CLI is given as its provider's. */
  public Scenario scenario(String name, Script script) {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + SCENARIOS + name);
    Scenario scenario =
        new Scenario(base, script, new ConcurrentLinkedQueue<>(), new CountDownLatch(1));
    if (scenarios.putIfAbsent(name, scenario) != null) {
      throw new IllegalArgumentException("a second scenario called " + name);
    }
    return scenario;
  }

  /** What was asked outside every scenario or of no known API, one line each. */
  public List<String> unexpected() {
    return List.copyOf(unexpected);
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] bytes = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      Scenario scenario = scenarios.get(nameIn(path));
      var dialect = DIALECTS.stream().filter(known -> known.takes(path)).findFirst();
      if (scenario == null || dialect.isEmpty()) {
        unexpected.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        send(exchange, 404, "application/json", "{\"error\":{\"message\":\"no such page\"}}");
        return;
      }
      ModelRequest request = request(exchange, dialect.get(), bytes);
      scenario.requests().add(request);
      scenario.first().countDown();
      answer(exchange, request, scenario.script().reply(request));
    } catch (MalformedJson e) {
      unexpected.add("not JSON: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, ModelRequest request, Reply reply)
      throws IOException, InterruptedException {
    Dialect dialect = request.dialect();
    boolean stream = dialect.streams(exchange.getRequestURI().getPath(), request.body());
    switch (reply) {
      case Reply.Say say when stream -> send(exchange, dialect.events(say));
      case Reply.Say say -> send(exchange, 200, dialect.whole(say));
      case Reply.Call call when stream -> send(exchange, dialect.events(call, request.turn()));
      case Reply.Call call -> send(exchange, 200, dialect.whole(call, request.turn()));
      case Reply.Nonsense() -> send(exchange, 200, "text/html", "<html>It works!</html>");
      case Reply.Hang() -> closing.await();
      case Reply.Stall() -> {
        exchange.getResponseHeaders().set("content-type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream body = exchange.getResponseBody();
        body.write(dialect.firstEvent().getBytes(StandardCharsets.UTF_8));
        body.flush();
        closing.await();
      }
      case Reply.Fail fail -> {
        fail.retryAfter()
            .ifPresent(
                wait ->
                    exchange
                        .getResponseHeaders()
                        .set("retry-after", String.valueOf(wait.toSeconds())));
        send(exchange, fail.status(), dialect.error(fail));
      }
    }
  }

  private static String nameIn(String path) {
    return path.startsWith(SCENARIOS) ? path.substring(SCENARIOS.length()).split("/", 2)[0] : "";
  }

  private static ModelRequest request(HttpExchange exchange, Dialect dialect, byte[] bytes)
      throws MalformedJson {
    JsonObject body =
        JsonReader.file(bytes) instanceof JsonObject object ? object : JsonObject.empty();
    Map<String, String> headers =
        exchange.getRequestHeaders().entrySet().stream()
            .collect(
                Collectors.toMap(
                    header -> header.getKey().toLowerCase(Locale.ROOT),
                    header -> String.join(", ", header.getValue())));
    return new ModelRequest(
        dialect,
        exchange.getRequestURI().toString(),
        headers,
        new String(bytes, StandardCharsets.UTF_8),
        body);
  }

  private static void send(HttpExchange exchange, String events) throws IOException {
    send(exchange, 200, "text/event-stream", events);
  }

  private static void send(HttpExchange exchange, int status, JsonObject body) throws IOException {
    send(exchange, status, "application/json", JsonWriter.compact(body));
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("content-type", type);
    // A CLI that keeps connections open would keep its process alive for a while after the answer.
    exchange.getResponseHeaders().set("connection", "close");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
