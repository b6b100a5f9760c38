package org.sovereignbook.sbp.testkit.hostile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * Endpoint of a peer on this machine that serves given answers, by the number of the request if
 * need be, and records the posts to it. It listens on a free port of loopback until it is closed.
 * Thread-safe.
 */
public final class HostileServer implements AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final int ACCEPTED = 202;
  private static final int OK = 200;
  private static final byte[] EMPTY = {'{', '}'};

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, IntFunction<byte[]>> documents = new HashMap<>();
  private final Map<String, Integer> asked = new HashMap<>();
  private final List<byte[]> posts = new ArrayList<>();

  private HostileServer(HttpServer http) {
    this.http = http;
  }

  /** Begins to listen; it has no documents yet and takes every envelope. */
  public static HostileServer open() {
    try {
      HostileServer opened =
          new HostileServer(
              HttpServer.create(
                  new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 1_024));
      opened.http.setExecutor(opened.threads);
      opened.http.createContext("/", opened::handle);
      opened.http.start();
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Endpoint endpoint() {
    return Endpoint.parse("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /**
   * Serves a document.
   *
   * @param path such as {@code /identity}, without a query
   * @param document by how often the path was asked for before
   */
  public synchronized HostileServer serve(String path, IntFunction<byte[]> document) {
    documents.put(path, document);
    return this;
  }

  /** Counts the requests for a path. */
  public synchronized int asked(String path) {
    return asked.getOrDefault(path, 0);
  }

  /** Returns the posted bodies, in order. */
  public synchronized List<byte[]> posts() {
    return List.copyOf(posts);
  }

  /**
   * Waits until so much was posted.
   *
   * @return whether it was, in time
   */
  public synchronized boolean awaitPosts(int count, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    for (long left = patience.toMillis(); posts.size() < count && left > 0; ) {
      wait(left);
      left = Duration.ofNanos(end - System.nanoTime()).toMillis();
    }
    return posts.size() >= count;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("POST")) {
        keep(body);
        answer(exchange, ACCEPTED, EMPTY);
      } else {
        byte[] document = document(exchange.getRequestURI().getPath());
        answer(exchange, document.length == 0 ? NOT_FOUND : OK, document);
      }
    }
  }

  private synchronized void keep(byte[] body) {
    posts.add(body);
    notifyAll();
  }

  private synchronized byte[] document(String path) {
    int before = asked.merge(path, 1, Integer::sum) - 1;
    return documents.getOrDefault(path, _ -> new byte[0]).apply(before);
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
