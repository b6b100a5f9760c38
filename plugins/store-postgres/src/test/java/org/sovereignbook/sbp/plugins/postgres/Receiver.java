package org.sovereignbook.sbp.plugins.postgres;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/** A peer that takes every message and remembers its bytes. */
final class Receiver implements AutoCloseable {
  private final HttpServer http;
  private final IntConsumer onPost;
  private final List<String> bodies = new ArrayList<>();

  /**
   * Starts it.
   *
   * @param onPost told the number of each post before it is answered
   */
  Receiver(IntConsumer onPost) throws IOException {
    this.onPost = onPost;
    this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::take);
    http.start();
  }

  Endpoint endpoint() {
    return Endpoint.parse("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** What was posted so far, in its order. */
  synchronized List<String> bodies() {
    return List.copyOf(bodies);
  }

  @Override
  public void close() {
    http.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      onPost.accept(add(body));
      byte[] answer = "{\"status\":\"accepted\"}".getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(202, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private synchronized int add(String body) {
    bodies.add(body);
    return bodies.size();
  }
}
