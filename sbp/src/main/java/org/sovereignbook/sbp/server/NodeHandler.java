package org.sovereignbook.sbp.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.protocol.Limits;
import org.sovereignbook.sbp.server.Answer.Refusal;

/** Between HTTP and the node: finds out what is asked, by whom, and sends the answer. */
final class NodeHandler implements HttpHandler {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration AFTER_RESTART = Duration.ofSeconds(10);

  private static final Refusal NO_ROOM =
      new Refusal(
          HttpURLConnection.HTTP_UNAVAILABLE,
          "busy",
          "too many messages are on their way at once",
          Optional.of(SOON));

  private final Requests requests;
  private final BodyBudget bodies;
  private final Documents documents;
  private final Admission admission;
  private final ClientAddress clients;
  private final int maxAddressRequests;
  private final ServerLog log;
  private final InstantSource clock;
  private final ConcurrentHashMap<String, Integer> requestsByAddress = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  NodeHandler(
      Requests requests,
      Documents documents,
      Admission admission,
      Config config,
      ServerLog log,
      InstantSource clock) {
    this.requests = requests;
    this.bodies = new BodyBudget(config.get(ServerSettings.BODIES_BYTES));
    this.documents = documents;
    this.admission = admission;
    this.clients = ClientAddress.behind(config.get(ServerSettings.TRUSTED_PROXIES));
    this.maxAddressRequests = config.get(ServerSettings.MAX_ADDRESS_REQUESTS);
    this.log = log;
    this.clock = clock;
  }

  /** From now on every new request is told to come again later. */
  void refuseNewWork() {
    stopping = true;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    AnswerWriter writer = new AnswerWriter(exchange, requests);
    InetAddress client = client(exchange);
    String key = ClientAddress.budgetKey(client);
    try {
      int atOnce = requestsByAddress.merge(key, 1, Integer::sum);
      if (stopping) {
        writer.send(Answer.error(Refusal.stopping(AFTER_RESTART)));
      } else if (atOnce > maxAddressRequests) {
        writer.send(Answer.error(Refusal.tooMany("too many requests at once", SOON)));
      } else {
        serve(exchange, writer, client);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (Error e) {
      // The server only closes a connection on an exception, and a client must not wait for ever.
      log.error("a request failed: " + e);
      throw new IOException(e);
    } finally {
      requestsByAddress.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
      exchange.close();
    }
  }

  private void serve(HttpExchange exchange, AnswerWriter writer, InetAddress client)
      throws IOException, InterruptedException {
    Answer answer;
    try {
      answer = answer(exchange, writer, client);
    } catch (RuntimeException e) {
      log.error("a request failed: " + e.getMessage());
      answer =
          Answer.error(
              Refusal.unavailable("unavailable", "this node has a fault; its operator knows"));
    }
    writer.send(answer);
  }

  private Answer answer(HttpExchange exchange, AnswerWriter writer, InetAddress client)
      throws IOException, InterruptedException {
    String path = Optional.ofNullable(exchange.getRequestURI().getPath()).orElse("");
    Optional<Route> route = Route.of(path, documents.pathPrefix());
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
      case Route.Message() -> message(exchange, writer, client);
      case Route.Health() -> health();
      case Route.Root _, Route.Identity _, Route.Endorsements _, Route.Content _, Route.Spec _ ->
          document(exchange, client, route.get());
    };
  }

  private Answer document(HttpExchange exchange, InetAddress client, Route route) {
    Optional<Duration> wait = admission.budgets().chargeReader(client, clock.instant());
    if (wait.isPresent()) {
      return Answer.error(Refusal.tooMany("too many requests from this address", wait.get()));
    }
    Answer answer =
        switch (route) {
          case Route.Root() -> documents.profile(header(exchange, "Accept"));
          case Route.Identity() -> documents.identity();
          case Route.Spec() -> documents.spec();
          case Route.Content(var hash) -> documents.content(hash);
          case Route.Endorsements() -> documents.endorsements(query(exchange));
          case Route.Message(), Route.Health() -> throw new IllegalStateException("no document");
        };
    return answer.unlessHeld(header(exchange, "If-None-Match"));
  }

  private Answer health() {
    return admission
        .quota()
        .problem()
        .map(Answer::error)
        .orElseGet(
            () ->
                Answer.json(
                    HttpURLConnection.HTTP_OK, JsonObject.builder().put("status", "ok").build()));
  }

  private Answer message(HttpExchange exchange, AnswerWriter writer, InetAddress client)
      throws IOException, InterruptedException {
    if (!isJson(header(exchange, "Content-Type").orElse(""))) {
      Refusal notJson =
          Refusal.permanent(
              HttpURLConnection.HTTP_UNSUPPORTED_TYPE,
              "unsupported-media-type",
              "the Content-Type is not application/json");
      return logged(new Admission.Result.Refused(notJson, Optional.empty()), client);
    }
    if (declaredBytes(exchange) > Limits.MAX_ENVELOPE_BYTES) {
      return logged(new Admission.Result.Refused(Admission.tooLarge(), Optional.empty()), client);
    }
    Requests.Request request = requests.current();
    try (BodyBudget.Body body =
        bodies.open(ClientAddress.budgetKey(client), () -> Requests.cutOff(request))) {
      request.body(writer::late);
      Optional<byte[]> read = body.read(exchange.getRequestBody(), Limits.MAX_ENVELOPE_BYTES + 1);
      request.work();
      return logged(
          read.isPresent()
              ? admission.admit(read.get(), client)
              : new Admission.Result.Refused(NO_ROOM, Optional.empty()),
          client);
    }
  }

  private Answer logged(Admission.Result result, InetAddress client) {
    log.request(() -> line(result, " from " + client.getHostAddress()));
    return result.answer();
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

  private InetAddress client(HttpExchange exchange) {
    List<String> forwardedFor =
        exchange.getRequestHeaders().getOrDefault("X-Forwarded-For", List.of());
    return clients.of(exchange.getRemoteAddress().getAddress(), forwardedFor);
  }

  private static boolean isJson(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT).equals("application/json");
  }

  /** The declared size; the server has checked that it is a number. -1 when there is none. */
  private static long declaredBytes(HttpExchange exchange) {
    return header(exchange, "Content-Length").map(text -> Long.parseLong(text.strip())).orElse(-1L);
  }

  private static String query(HttpExchange exchange) {
    return Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }
}
