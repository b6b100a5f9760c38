package org.sovereignbook.sbp.net.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.sovereignbook.sbp.net.httpserver.HttpLimits;
import org.sovereignbook.sbp.net.httpserver.StrictHttpProvider;

/** MCP server on this machine's loopback address only. Thread-safe. */
public final class McpHttp implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int MAX_CONNECTIONS = 256;
  private static final int MAX_HEAD_BYTES = 16_384;
  private static final int BODIES = 16;
  private static final Duration QUICK = Duration.ofSeconds(30);

  private final McpServer server;
  private final McpSessions sessions;
  private final HttpServer http;
  private final CountDownLatch ended;

  private McpHttp(McpServer server, McpSessions sessions, HttpServer http, CountDownLatch ended) {
    this.server = server;
    this.sessions = sessions;
    this.http = http;
    this.ended = ended;
  }

  /**
   * Starts the server.
   *
   * @param port 0 for any free port
   * @param random an unpredictable generator
   * @param log receives lines for the operator
   * @throws IOException when the port is not available
   */
  public static McpHttp start(
      McpServer server,
      McpAuthenticator authenticator,
      int port,
      InstantSource clock,
      RandomGenerator random,
      Consumer<String> log)
      throws IOException {
    McpSessions sessions = new McpSessions(server.limits(), clock, random);
    McpHttpHandler handler = new McpHttpHandler(server, authenticator, sessions, log);
    CountDownLatch ended = new CountDownLatch(1);
    HttpServer http =
        new StrictHttpProvider(
                httpLimits(server.limits()),
                clock,
                handler,
                cause -> {
                  log.accept("mcp: the server accepts no more connections: " + cause);
                  ended.countDown();
                })
            .createHttpServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    http.createContext("/", handler);
    http.start();
    return new McpHttp(server, sessions, http, ended);
  }

  private static HttpLimits httpLimits(McpLimits limits) {
    // Lets a stream end regularly before its connection would be cut off.
    Duration answer = limits.idle().plus(QUICK);
    return new HttpLimits(
        HttpLimits.Counts.of(MAX_CONNECTIONS),
        new HttpLimits.Sizes(
            MAX_HEAD_BYTES,
            (long) BODIES * limits.maxRequestBytes(),
            HttpLimits.USUAL_BODY_BYTES_PER_SECOND),
        HttpLimits.Times.of(QUICK, answer),
        _ -> Optional.empty(),
        McpHttp::payer);
  }

  /**
   * Returns the account that pays for a body: the token of the request, without which no body is
   * read.
   */
  private static String payer(HttpExchange exchange) {
    return McpHttpHandler.header(exchange, "Authorization").orElse("nobody");
  }

  /** Returns the address for clients. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + McpHttpHandler.PATH);
  }

  /** Waits until another thread has closed this server, or it accepts no more connections. */
  public void awaitClose() throws InterruptedException {
    ended.await();
  }

  @Override
  public void close() {
    server.close();
    sessions.closeAll();
    http.stop(1);
    ended.countDown();
  }
}
