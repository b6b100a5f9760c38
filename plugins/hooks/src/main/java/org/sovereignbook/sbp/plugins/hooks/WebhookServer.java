package org.sovereignbook.sbp.plugins.hooks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.net.httpserver.FaultHandler;
import org.sovereignbook.sbp.net.httpserver.HttpFault;
import org.sovereignbook.sbp.net.httpserver.HttpLimits;
import org.sovereignbook.sbp.net.httpserver.StrictHttpProvider;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.society.ingress.Incoming;
import org.sovereignbook.sbp.society.ingress.Ingress;

/**
 * The server for webhooks at {@code /hooks/NAME}, on this machine's loopback address only; for
 * access from outside the operator needs a proxy. A proven post is stored as an event before it is
 * answered; an unproven one leaves no trace. Thread-safe.
 */
public final class WebhookServer implements HttpHandler, FaultHandler {
  private static final String PATH = "/hooks/";
  private static final int BACKLOG = 64;
  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_HEAD_BYTES = 16_384;
  private static final int BODIES = 16;
  private static final Duration QUICK = Duration.ofSeconds(20);

  private final Ledger ledger;
  private final int maxBytes;
  private final int perMinute;
  private final Runnable arrived;
  private final Consumer<String> log;

  private final Map<String, Minute> minutes = new ConcurrentHashMap<>();

  /** The number of posts to a name within one minute. */
  private record Minute(long number, AtomicInteger count) {}

  private WebhookServer(Ledger ledger, Config config, Runnable arrived, Consumer<String> log) {
    this.ledger = ledger;
    this.maxBytes = config.get(HooksSettings.WEBHOOK_BYTES);
    this.perMinute = config.get(HooksSettings.WEBHOOKS_PER_MINUTE);
    this.arrived = arrived;
    this.log = log;
  }

  /** A running server, until it is closed. */
  public static final class Serving implements AutoCloseable {
    private final HttpServer http;

    private Serving(HttpServer http) {
      this.http = http;
    }

    /** Returns the address of the server. */
    public URI address() {
      return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + PATH);
    }

    @Override
    public void close() {
      http.stop(1);
    }
  }

  /**
   * Starts the server.
   *
   * @param port 0 for any free port
   * @param arrived called after each new event
   * @param log receives lines for the operator
   * @throws IOException when the port cannot be bound
   */
  public static Serving start(Ledger ledger, int port, Runnable arrived, Consumer<String> log)
      throws IOException {
    WebhookServer server = new WebhookServer(ledger, ledger.node().config(), arrived, log);
    ClientAddress clients =
        ClientAddress.behind(ledger.node().config().get(ServerSettings.TRUSTED_PROXIES));
    HttpLimits limits =
        new HttpLimits(
            HttpLimits.Counts.of(MAX_CONNECTIONS),
            new HttpLimits.Sizes(
                MAX_HEAD_BYTES,
                (long) BODIES * server.maxBytes,
                HttpLimits.USUAL_BODY_BYTES_PER_SECOND),
            HttpLimits.Times.of(QUICK, QUICK),
            clients::share,
            exchange -> ClientAddress.budgetKey(clients.sight(exchange).address()));
    HttpServer http =
        new StrictHttpProvider(
                limits,
                ledger.node().clock(),
                server,
                cause -> log.accept("webhooks: the server no longer accepts connections: " + cause))
            .createHttpServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    http.createContext("/", server);
    http.start();
    return new Serving(http);
  }

  @Override
  public void refuse(HttpFault fault, HttpExchange exchange) throws IOException {
    answer(exchange, fault.status(), fault.reason());
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try {
      take(exchange);
    } catch (SecretException e) {
      answer(exchange, 400, "it holds a key of this node");
    } catch (RuntimeException e) {
      log.accept("webhooks: one could not be taken: " + e.getMessage());
      answer(exchange, 503, "it could not be taken; send it again");
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (!path.startsWith(PATH)) {
      answer(exchange, 404, "webhooks are posted to " + PATH + "NAME");
      return;
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.getResponseHeaders().set("Allow", "POST");
      answer(exchange, 405, "webhooks are posted");
      return;
    }
    boolean isTooLong =
        header(exchange, "Content-Length").filter(n -> Long.parseLong(n) > maxBytes).isPresent();
    Instant now = ledger.node().clock().instant();
    Webhook webhook = Webhook.posted(ledger.node(), path.substring(PATH.length()));
    if (isTooLong) {
      answer(exchange, 413, "at most " + maxBytes + " bytes");
    } else if (webhook.mayProve(name -> header(exchange, name), now)) {
      take(exchange, webhook, now);
    } else {
      notProved(exchange);
    }
  }

  /** Answers as for an unknown name, so that strangers cannot learn names. */
  private static void notProved(HttpExchange exchange) throws IOException {
    answer(exchange, 401, "no webhook of this name, or the sender has not proved itself");
  }

  private void take(HttpExchange exchange, Webhook webhook, Instant now) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(maxBytes + 1);
    if (body.length > maxBytes) {
      answer(exchange, 413, "at most " + maxBytes + " bytes");
      return;
    }
    Optional<String> id = webhook.proved(name -> header(exchange, name), body, now);
    if (id.isEmpty()) {
      notProved(exchange);
    } else if (isTooOften(webhook.name(), now)) {
      tooOften(exchange, "too many within a minute");
    } else {
      take(exchange, webhook, id.get(), body);
    }
  }

  private void take(HttpExchange exchange, Webhook webhook, String id, byte[] body)
      throws IOException {
    Optional<String> text = text(body);
    if (text.isEmpty()) {
      answer(exchange, 415, "only text in UTF-8 is taken");
      return;
    }
    Optional<JsonObject> json = Webhook.json(body);
    String type =
        Webhook.eventType(
            name -> header(exchange, name), name -> json.flatMap(it -> it.string(name)));
    Incoming incoming =
        new Incoming(
            "webhook:" + webhook.name() + ":" + id,
            "webhook.received",
            Principal.webhook(webhook.name()),
            "webhook",
            new Subject("webhook", webhook.name() + ":" + id),
            text,
            json.isPresent() ? "json" : "text",
            JsonObject.builder()
                .put("webhook", webhook.name())
                .put("event_type", type)
                .put("bytes", body.length)
                .build());
    switch (ledger.write(tx -> offered(tx, webhook, id, incoming))) {
      case NEW -> {
        answer(exchange, 202, "taken");
        arrived.run();
      }
      case KNOWN -> answer(exchange, 200, webhook.scheme().known());
      case RATE_LIMITED -> tooOften(exchange, "too many within an hour");
    }
  }

  /** Stores the post. Its record for recognising repeats outlives the event. */
  private static Ingress.ArrivalStatus offered(
      Transaction tx, Webhook webhook, String delivery, Incoming incoming) {
    int isNew =
        tx.update(
            "INSERT INTO webhook_seen (webhook, delivery, at_ms) VALUES (?, ?, ?)"
                + " ON CONFLICT (webhook, delivery) DO NOTHING",
            webhook.name(),
            delivery,
            tx.nowMs());
    Ingress.ArrivalStatus outcome =
        isNew == 0 ? Ingress.ArrivalStatus.KNOWN : Ingress.offered(tx, incoming);
    if (outcome == Ingress.ArrivalStatus.RATE_LIMITED) {
      tx.update(
          "DELETE FROM webhook_seen WHERE webhook = ? AND delivery = ?", webhook.name(), delivery);
    }
    return outcome;
  }

  private static void tooOften(HttpExchange exchange, String why) throws IOException {
    exchange.getResponseHeaders().set("Retry-After", "60");
    answer(exchange, 429, why);
  }

  private boolean isTooOften(String name, Instant now) {
    long number = now.getEpochSecond() / 60;
    Minute minute =
        minutes.compute(
            name,
            (_, last) ->
                last != null && last.number() == number
                    ? last
                    : new Minute(number, new AtomicInteger()));
    return minute.count().incrementAndGet() > perMinute;
  }

  private static Optional<String> text(byte[] body) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] json =
        (JsonWriter.compact(JsonObject.builder().put("message", text).build()) + "\n")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, json.length);
    exchange.getResponseBody().write(json);
    exchange.close();
  }
}
