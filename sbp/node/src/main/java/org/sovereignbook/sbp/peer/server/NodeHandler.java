package org.sovereignbook.sbp.peer.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.net.httpserver.FaultHandler;
import org.sovereignbook.sbp.net.httpserver.HttpFault;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;

/** HTTP handler of the node: determines the requested route and the client. */
final class NodeHandler implements HttpHandler, FaultHandler {
  private static final Duration SOON = Duration.ofSeconds(1);
  static final Duration AFTER_RESTART = Duration.ofSeconds(10);

  private final Documents documents;
  private final Admission admission;
  private final Quota quota;
  private final FeatureRoutes features;
  private final ClientAddress clients;
  private final int maxAddressRequests;
  private final ServerLog log;
  private final InstantSource clock;
  private final Map<String, Integer> requestsByAddress = new HashMap<>();
  private volatile boolean stopping;

  NodeHandler(
      Documents documents,
      Admission admission,
      Quota quota,
      FeatureRoutes features,
      Config config,
      ServerLog log,
      InstantSource clock) {
    this.documents = documents;
    this.admission = admission;
    this.quota = quota;
    this.features = features;
    this.clients = ClientAddress.behind(config.get(ServerSettings.TRUSTED_PROXIES));
    this.maxAddressRequests = config.get(ServerSettings.MAX_ADDRESS_REQUESTS);
    this.log = log;
    this.clock = clock;
  }

  /** Refuses every new request from now on, with the advice to retry later. */
  void refuseNewWork() {
    stopping = true;
  }

  /**
   * Waits until all that was asked has its answer.
   *
   * @return whether that came about within the time
   */
  synchronized boolean awaitQuiet(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (!requestsByAddress.isEmpty()) {
      long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    ClientAddress.Sight client = clients.sight(exchange);
    String key = ClientAddress.budgetKey(client.address());
    int atOnce = begin(key);
    try {
      if (stopping) {
        Answer.error(Refusal.stopping(AFTER_RESTART)).send(exchange);
      } else if (atOnce > maxAddressRequests) {
        Answer.error(Refusal.tooMany("too many requests at once", SOON)).send(exchange);
      } else {
        answerOrFault(exchange, client).send(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (Error e) {
      // The connection ends with it, since a client must not wait for ever.
      log.error("a request failed: " + e);
      throw new IOException(e);
    } finally {
      end(key);
    }
  }

  @Override
  public void refuse(HttpFault fault, HttpExchange exchange) throws IOException {
    Answer.error(refusal(fault)).send(exchange);
  }

  private static Refusal refusal(HttpFault fault) {
    boolean passes = fault.status() == HttpURLConnection.HTTP_UNAVAILABLE;
    Optional<Duration> wait = passes ? Optional.of(SOON) : Optional.empty();
    return new Refusal(fault.status(), fault.code(), fault.reason(), wait);
  }

  private synchronized int begin(String key) {
    return requestsByAddress.merge(key, 1, Integer::sum);
  }

  private synchronized void end(String key) {
    requestsByAddress.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    notifyAll();
  }

  private Answer answerOrFault(HttpExchange exchange, ClientAddress.Sight client)
      throws IOException, InterruptedException {
    try {
      return answer(exchange, client);
    } catch (RuntimeException e) {
      log.error("a request failed: " + e.getMessage());
      return Answer.error(
          Refusal.unavailable("unavailable", "this node has a fault; its operator knows"));
    }
  }

  private Answer answer(HttpExchange exchange, ClientAddress.Sight client)
      throws IOException, InterruptedException {
    Optional<Route> route = Route.of(exchange.getRequestURI().getPath(), documents.pathPrefix());
    if (route.isEmpty()) {
      return Documents.notFound("there is nothing at this path");
    }
    if (!route.get().takes(exchange.getRequestMethod())) {
      return Answer.error(
              Refusal.permanent(
                  HttpURLConnection.HTTP_BAD_METHOD,
                  "method-not-allowed",
                  "this path takes " + route.get().methods()))
          .with("Allow", route.get().methods());
    }
    return switch (route.get()) {
      case Route.PostMessage() -> message(exchange, client);
      case Route.HealthCheck() -> health();
      case Route.OfFeature(String path) -> ofFeature(exchange, client.address(), path);
      case Route.Root _,
          Route.Identity _,
          Route.Endorsements _,
          Route.ContentByHash _,
          Route.ThreadOf _,
          Route.NewestPieces _,
          Route.Spec _ ->
          document(exchange, client.address(), route.get());
    };
  }

  private Answer document(HttpExchange exchange, InetAddress client, Route route) {
    Optional<Duration> wait = admission.budgets().chargeReader(client, clock.instant());
    if (wait.isPresent()) {
      return Answer.error(Refusal.tooMany("too many requests from this address", wait.get()));
    }
    Wanted wanted = Wanted.of(header(exchange, "Accept"), query(exchange));
    Answer answer =
        switch (route) {
          case Route.Root() -> documents.pages().profile(wanted);
          case Route.Identity() -> documents.identity();
          case Route.Spec() -> documents.spec();
          case Route.ContentByHash(var hash) ->
              wanted == Wanted.PAGE
                  ? documents.pages().piece(hash)
                  : documents.content(hash).with("Vary", "Accept");
          case Route.ThreadOf(var hash) -> documents.pages().thread(hash, wanted);
          case Route.NewestPieces() -> documents.pages().feed();
          case Route.Endorsements() -> documents.endorsements(query(exchange));
          case Route.PostMessage(), Route.HealthCheck(), Route.OfFeature _ ->
              throw new IllegalStateException("no document");
        };
    return answer.unlessHeld(header(exchange, "If-None-Match"));
  }

  private Answer ofFeature(HttpExchange exchange, InetAddress client, String path)
      throws IOException, InterruptedException {
    Optional<String> feature = features.feature(path);
    if (feature.isEmpty()) {
      return Documents.notFound("there is nothing at this path");
    }
    Optional<Duration> wait = admission.budgets().chargeReader(client, clock.instant());
    return wait.isPresent()
        ? Answer.error(Refusal.tooMany("too many requests from this address", wait.get()))
        : features.answer(exchange, feature.get(), path, client);
  }

  private Answer health() {
    return quota
        .problem()
        .map(Answer::error)
        .orElseGet(
            () ->
                Answer.json(
                    HttpURLConnection.HTTP_OK, JsonObject.builder().put("status", "ok").build()));
  }

  private Answer message(HttpExchange exchange, ClientAddress.Sight client)
      throws IOException, InterruptedException {
    if (!Admission.isJson(header(exchange, "Content-Type").orElse(""))) {
      return logged(new Admission.Result.Refused(Admission.notJson(), Optional.empty()), client);
    }
    if (declaredBytes(exchange) > Limits.MAX_ENVELOPE_BYTES) {
      return logged(new Admission.Result.Refused(Admission.tooLarge(), Optional.empty()), client);
    }
    try {
      byte[] body = exchange.getRequestBody().readNBytes(Limits.MAX_ENVELOPE_BYTES + 1);
      return logged(admission.admit(body, client.address()), client);
    } catch (HttpFault fault) {
      return logged(new Admission.Result.Refused(refusal(fault), Optional.empty()), client);
    }
  }

  private Answer logged(Admission.Result result, ClientAddress.Sight client) {
    log.request(() -> line(result, " from " + client.address().getHostAddress()));
    return result.answer(client);
  }

  private static String line(Admission.Result result, String from) {
    return switch (result) {
      case Admission.Result.Accepted(var id, var envelope) ->
          "accepted %s: %s by %s%s"
              .formatted(id, envelope.messageType(), envelope.senderKey(), from);
      case Admission.Result.Duplicate(var id, var envelope) ->
          "repeated %s: %s by %s%s"
              .formatted(id, envelope.messageType(), envelope.senderKey(), from);
      case Admission.Result.Refused(var why, var sender) ->
          "refused %d %s%s%s: %s"
              .formatted(
                  why.status(),
                  why.code(),
                  sender.map(key -> " by " + key).orElse(""),
                  from,
                  why.message());
    };
  }

  /** Returns the declared size, which is a number; 0 when there is none. */
  private static long declaredBytes(HttpExchange exchange) {
    return header(exchange, "Content-Length").map(Long::parseLong).orElse(0L);
  }

  private static String query(HttpExchange exchange) {
    return Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }
}
