package org.sovereignbook.sbp.peer.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.httpserver.FaultHandler;
import org.sovereignbook.sbp.net.httpserver.HttpFault;
import org.sovereignbook.sbp.net.httpserver.HttpLimits;
import org.sovereignbook.sbp.net.httpserver.StrictHttpProvider;

/**
 * The process that answers the public routes of features, on loopback, for the node's server alone,
 * which proves itself by a code of the node's key, as this process does to it. Thread-safe.
 */
public final class RouteServer implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_HEAD_BYTES = 65_536;
  private static final Duration QUICK = Duration.ofSeconds(60);

  private final RouteContext context;
  private final Consumer<String> log;
  private final NeededRoutes routes;
  private final HttpServer http;

  private RouteServer(RouteContext context, Consumer<String> log) throws IOException {
    this.context = context;
    this.log = log;
    this.routes = new NeededRoutes(context.node(), log);
    HttpLimits limits =
        new HttpLimits(
            HttpLimits.Counts.of(MAX_CONNECTIONS),
            new HttpLimits.Sizes(
                MAX_HEAD_BYTES,
                (long) MAX_CONNECTIONS * FeatureRoutes.MAX_BODY_BYTES,
                HttpLimits.USUAL_BODY_BYTES_PER_SECOND),
            HttpLimits.Times.of(QUICK, QUICK),
            _ -> Optional.empty(),
            _ -> "server");
    this.http =
        new StrictHttpProvider(
                limits,
                context.node().clock(),
                faults(),
                cause -> log.accept("routes: no longer accepts connections: " + cause))
            .createHttpServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
  }

  private static FaultHandler faults() {
    return new FaultHandler() {
      @Override
      public void refuse(HttpFault fault, HttpExchange exchange) throws IOException {
        send(exchange, RouteAnswer.text(fault.status(), fault.reason()));
      }
    };
  }

  /**
   * Starts to answer, and tells the server where.
   *
   * @param log receives lines for the operator
   */
  public static RouteServer start(RouteContext context, Consumer<String> log) throws IOException {
    RouteServer server = new RouteServer(context, log);
    server.http.createContext("/", server::handle);
    server.http.start();
    context
        .node()
        .writeJson(context.node().home().featureRoutes(), FeatureRoutes.place(server.port()));
    return server;
  }

  /** Ends; the server is no longer told where, unless another process has taken over. */
  @Override
  public void close() {
    Path place = context.node().home().featureRoutes();
    if (context
        .node()
        .readIntactJson(place)
        .filter(FeatureRoutes.place(port())::equals)
        .isPresent()) {
      context.node().disk().delete(place);
    }
    http.stop(1);
  }

  private int port() {
    return http.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      send(exchange, answer(exchange));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Proves to anybody that this process has the node's key; it says nothing else. */
  private RouteAnswer proof(HttpExchange exchange) {
    String nonce =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst(FeatureRoutes.NONCE)).orElse("");
    return context
        .node()
        .code(FeatureRoutes.PROOF_PURPOSE, FeatureRoutes.proved(port(), nonce))
        .map(code -> RouteAnswer.text(200, code))
        .orElseGet(() -> RouteAnswer.text(503, "the node has no key"));
  }

  private RouteAnswer answer(HttpExchange exchange) throws IOException, InterruptedException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals(FeatureRoutes.PROOF)) {
      return proof(exchange);
    }
    boolean isServer =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst(FeatureRoutes.CODE))
            .filter(
                code ->
                    context
                        .node()
                        .codes()
                        .isOurs(FeatureRoutes.PURPOSE, String.valueOf(port()), code))
            .isPresent();
    if (!isServer) {
      return RouteAnswer.text(403, "only the node's server may ask here");
    }
    Optional<NeededRoutes.Place> place = routes.at(path);
    return place.isPresent()
        ? answer(place.get().feature(), request(exchange, place.get().path()))
        : RouteAnswer.text(404, "no feature answers here");
  }

  /** Asks a feature; what fails in it is told to the operator, not to the client. */
  private RouteAnswer answer(RouteFeature feature, RouteRequest request)
      throws InterruptedException {
    try {
      RouteAnswer answer = feature.answer(request, context);
      if (answer.stream().isPresent() && !request.mayStream()) {
        return noPlace();
      }
      return answer.stream().map(stream -> answer.with(watched(feature, stream))).orElse(answer);
    } catch (RuntimeException | LinkageError e) {
      log.accept("the feature " + feature.name() + " failed on a request: " + e);
      return RouteAnswer.text(500, "the feature failed; the operator knows");
    }
  }

  private static RouteAnswer noPlace() {
    return RouteAnswer.json(
        503,
        JsonObject.builder()
            .put("error", "feature-unavailable")
            .put("message", "too many streams are open")
            .build());
  }

  /** Returns a stream whose failures are told to the operator, but not that its client has gone. */
  private RouteAnswer.Stream watched(RouteFeature feature, RouteAnswer.Stream stream) {
    return to -> {
      AtomicBoolean isGone = new AtomicBoolean();
      try {
        stream.write(
            piece -> {
              isGone.set(true); // Until the piece is taken.
              to.write(piece);
              isGone.set(false);
            });
      } catch (IOException | RuntimeException | LinkageError e) {
        if (!isGone.get()) {
          log.accept("the feature " + feature.name() + " failed on a stream: " + e);
        }
        throw new IOException("a stream ended half way", e);
      }
    };
  }

  private static RouteRequest request(HttpExchange exchange, String path) throws IOException {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    Headers own = exchange.getRequestHeaders();
    headers.keySet().removeIf(name -> name.startsWith("sbp-"));
    return new RouteRequest(
        exchange.getRequestMethod(),
        path,
        Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""),
        headers,
        exchange.getRequestBody().readAllBytes(),
        InetAddress.ofLiteral(own.getFirst(FeatureRoutes.CLIENT)),
        Boolean.parseBoolean(own.getFirst(FeatureRoutes.MAY_STREAM)));
  }

  /** Sends an answer; one that fails on the way is cut off, so that its client notices. */
  private static void send(HttpExchange exchange, RouteAnswer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    if (answer.stream().isPresent() && !exchange.getRequestMethod().equals("HEAD")) {
      stream(exchange, answer.status(), answer.stream().get());
      return;
    }
    byte[] body = answer.body();
    boolean hasBody = body.length > 0 && !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), hasBody ? body.length : -1);
    if (hasBody) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private static void stream(HttpExchange exchange, int status, RouteAnswer.Stream stream)
      throws IOException {
    exchange.sendResponseHeaders(status, 0);
    OutputStream out = exchange.getResponseBody();
    out.flush();
    try {
      stream.write(
          piece -> {
            out.write(piece);
            out.flush();
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    exchange.close();
  }
}
