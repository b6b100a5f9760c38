package org.sovereignbook.sbp.frontend.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.net.httpserver.HttpLimits;
import org.sovereignbook.sbp.net.httpserver.StrictHttpProvider;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;

/** Server of the node's page, on this machine's loopback address only. Thread-safe. */
final class WebServer implements AutoCloseable {
  private static final int BACKLOG = 64;

  /** Most of the time in which a change appears is left to the page, which reads what it shows. */
  private static final int LOOKS_IN_TIME = 4;

  private static final int MAX_CONNECTIONS = 256;
  private static final int MAX_HEAD_BYTES = 16_384;
  private static final long MAX_BYTES_AT_ONCE = 16L * 1_024 * 1_024;
  private static final Duration QUICK = Duration.ofSeconds(30);

  private final HttpServer http;
  private final WebTokens tokens;
  private final WebEvents events;
  private final CountDownLatch ended;

  private WebServer(HttpServer http, WebTokens tokens, WebEvents events, CountDownLatch ended) {
    this.http = http;
    this.tokens = tokens;
    this.events = events;
    this.ended = ended;
  }

  /**
   * Starts the server.
   *
   * @param port 0 for any free port
   * @param secret shows that a program is of the node's user
   * @param log receives what goes wrong later
   * @throws IOException when the port is not available
   */
  static WebServer start(
      Session session, Ledger ledger, int port, String secret, Consumer<String> log)
      throws IOException {
    Node node = ledger.node();
    Config config = node.config();
    Instant began = node.clock().instant();
    WebTokens tokens = new WebTokens(node.clock(), node.random());
    WebEvents events =
        new WebEvents(ledger, config.get(WebSettings.LOOK).dividedBy(LOOKS_IN_TIME), log);
    WebHandler handler =
        new WebHandler(
            ledger,
            new WebRun(session, node),
            new LiveCommands(session.commands(), node, log),
            tokens,
            events,
            new WebOwner(ledger, secret),
            new WebFiles(),
            config.get(WebSettings.PAGES),
            format ->
                Metrics.of(
                    session,
                    ledger,
                    events,
                    Duration.between(began, node.clock().instant()),
                    format),
            log);
    CountDownLatch ended = new CountDownLatch(1);
    try {
      HttpServer http = http(session, handler, port, ended, log);
      http.createContext("/", handler);
      http.start();
      return new WebServer(http, tokens, events, ended);
    } catch (IOException e) {
      events.close();
      throw e;
    }
  }

  private static HttpServer http(
      Session session, WebHandler handler, int port, CountDownLatch ended, Consumer<String> log)
      throws IOException {
    return new StrictHttpProvider(
            limits(),
            session.world().clock(),
            handler,
            cause -> {
              log.accept("web: the server accepts no more connections: " + cause);
              ended.countDown();
            })
        .createHttpServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
  }

  private static HttpLimits limits() {
    return new HttpLimits(
        HttpLimits.Counts.of(MAX_CONNECTIONS),
        new HttpLimits.Sizes(
            MAX_HEAD_BYTES, MAX_BYTES_AT_ONCE, HttpLimits.USUAL_BODY_BYTES_PER_SECOND),
        HttpLimits.Times.of(QUICK, WebTokens.LIFE.plus(QUICK)),
        _ -> Optional.empty(),
        WebServer::payer);
  }

  /** Returns the account that pays for a body: the token, without which no body is read. */
  private static String payer(HttpExchange exchange) {
    return WebAnswer.header(exchange, "Authorization").orElse("nobody");
  }

  int port() {
    return http.getAddress().getPort();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + port() + "/");
  }

  /** Issues a token. The caller has verified that its receiver is the owner. */
  String token() {
    return tokens.issue();
  }

  void awaitClose() throws InterruptedException {
    ended.await();
  }

  @Override
  public void close() {
    events.close();
    http.stop(1);
    ended.countDown();
  }
}
