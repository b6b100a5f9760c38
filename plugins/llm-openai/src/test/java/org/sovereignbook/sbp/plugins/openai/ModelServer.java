package org.sovereignbook.sbp.plugins.openai;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** A service on the loopback that answers as a test says, and remembers what it was asked. */
final class ModelServer implements AutoCloseable {

  /** What it does with a request. */
  interface Behaviour {
    void answer(HttpExchange exchange, String body) throws IOException;
  }

  record Asked(String path, Headers headers, String body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private volatile String description = "";

  private ModelServer(Behaviour behaviour) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/api/show")) {
            describe(exchange);
            return;
          }
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          asked.add(
              new Asked(exchange.getRequestURI().getPath(), exchange.getRequestHeaders(), body));
          List<String> broken =
              exchange.getRequestMethod().equals("POST")
                  ? exchange.getRequestURI().getPath().equals("/api/chat")
                      ? PublishedRules.brokenForOllama(body)
                      : PublishedRules.brokenBy(body)
                  : List.of();
          try (exchange) {
            if (broken.isEmpty()) {
              behaviour.answer(exchange, body);
            } else {
              refuse(exchange, broken);
            }
          }
        });
    server.start();
  }

  /** Answers what Ollama says about the model, if a test has set it. */
  private void describe(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] bytes = description.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(
          bytes.length == 0 ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Sets what Ollama says about the model. */
  ModelServer describing(String json) {
    description = json;
    return this;
  }

  /** Answers as the real service does to a request that breaks its published rules. */
  private static void refuse(HttpExchange exchange, List<String> broken) throws IOException {
    String message = String.join("; ", broken).replace("\\", "").replace("\"", "'");
    byte[] bytes =
        "{\"error\": {\"type\": \"invalid_request_error\", \"message\": \"%s\"}}"
            .formatted(message)
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(400, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** What it does with whatever it is sent. */
  interface Deaf {
    void answer(HttpExchange exchange) throws IOException;
  }

  static ModelServer that(Deaf behaviour) {
    return new ModelServer((exchange, body) -> behaviour.answer(exchange));
  }

  /** Answers each request by what it says. */
  static ModelServer replying(UnaryOperator<String> reply) {
    return new ModelServer(
        (exchange, body) -> {
          byte[] bytes = reply.apply(body).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  /** Streams one reply after another, byte by byte, each to one request. */
  static ModelServer streaming(String... replies) {
    Deque<String> left = new ConcurrentLinkedDeque<>(List.of(replies));
    return that(
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          for (byte each : left.pop().getBytes(StandardCharsets.UTF_8)) {
            exchange.getResponseBody().write(each);
            exchange.getResponseBody().flush();
          }
        });
  }

  static ModelServer answering(int status, String body, Map<String, String> headers) {
    return that(
        exchange -> {
          headers.forEach(exchange.getResponseHeaders()::add);
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  static ModelServer answering(String body) {
    return answering(200, body, Map.of());
  }

  String baseUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
