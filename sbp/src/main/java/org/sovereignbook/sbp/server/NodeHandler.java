package org.sovereignbook.sbp.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.httpserver.HttpFault;
import org.sovereignbook.sbp.httpserver.HttpHandler;
import org.sovereignbook.sbp.httpserver.HttpRequest;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.protocol.Limits;
import org.sovereignbook.sbp.server.Answer.Refusal;

/** Between HTTP and the node: finds out what is asked, and by whom. */
final class NodeHandler implements HttpHandler {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration AFTER_RESTART = Duration.ofSeconds(10);

  private static final Refusal NO_ROOM =
      new Refusal(
          HttpURLConnection.HTTP_UNAVAILABLE,
          "busy",
          "too many messages are on their way at once",
          Optional.of(SOON));

  private final Documents documents;
  private final Admission admission;
  private final ClientAddress clients;
  private final int maxAddressRequests;
  private final ServerLog log;
  private final InstantSource clock;
  private final ConcurrentHashMap<String, Integer> requestsByAddress = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  NodeHandler(
      Documents documents, Admission admission, Config config, ServerLog log, InstantSource clock) {
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
  public Answer answer(HttpRequest request) throws IOException, InterruptedException {
    ClientAddress.Sight client =
        clients.sight(request.remote(), request.headers("X-Forwarded-For"));
    String key = ClientAddress.budgetKey(client.address());
    int atOnce = requestsByAddress.merge(key, 1, Integer::sum);
    try {
      if (stopping) {
        return Answer.error(Refusal.stopping(AFTER_RESTART));
      }
      return atOnce > maxAddressRequests
          ? Answer.error(Refusal.tooMany("too many requests at once", SOON))
          : answer(request, client);
    } catch (RuntimeException e) {
      log.error("a request failed: " + e.getMessage());
      return Answer.error(
          Refusal.unavailable("unavailable", "this node has a fault; its operator knows"));
    } catch (Error e) {
      // The connection ends with it, since a client must not wait for ever.
      log.error("a request failed: " + e);
      throw new IOException(e);
    } finally {
      requestsByAddress.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  @Override
  public Answer refusal(HttpFault fault) {
    boolean passes = fault.status() == HttpURLConnection.HTTP_UNAVAILABLE;
    Optional<Duration> wait = passes ? Optional.of(SOON) : Optional.empty();
    return Answer.error(new Refusal(fault.status(), fault.code(), fault.reason(), wait));
  }

  private Answer answer(HttpRequest request, ClientAddress.Sight client)
      throws IOException, InterruptedException {
    Optional<Route> route = Route.of(request.path(), documents.pathPrefix());
    if (route.isEmpty()) {
      return Documents.notFound("there is nothing at this path");
    }
    if (!route.get().takes(request.method())) {
      return Answer.error(
              Refusal.permanent(
                  HttpURLConnection.HTTP_BAD_METHOD,
                  "method-not-allowed",
                  "this path takes " + route.get().methods()))
          .with("Allow", route.get().methods());
    }
    return switch (route.get()) {
      case Route.Message() -> message(request, client);
      case Route.Health() -> health();
      case Route.Root _, Route.Identity _, Route.Endorsements _, Route.Content _, Route.Spec _ ->
          document(request, client.address(), route.get());
    };
  }

  private Answer document(HttpRequest request, InetAddress client, Route route) {
    Optional<Duration> wait = admission.budgets().chargeReader(client, clock.instant());
    if (wait.isPresent()) {
      return Answer.error(Refusal.tooMany("too many requests from this address", wait.get()));
    }
    Answer answer =
        switch (route) {
          case Route.Root() -> documents.profile(request.header("Accept"));
          case Route.Identity() -> documents.identity();
          case Route.Spec() -> documents.spec();
          case Route.Content(var hash) -> documents.content(hash);
          case Route.Endorsements() -> documents.endorsements(request.query());
          case Route.Message(), Route.Health() -> throw new IllegalStateException("no document");
        };
    return answer.unlessHeld(request.header("If-None-Match"));
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

  private Answer message(HttpRequest request, ClientAddress.Sight client)
      throws IOException, InterruptedException {
    if (!isJson(request.header("Content-Type").orElse(""))) {
      Refusal notJson =
          Refusal.permanent(
              HttpURLConnection.HTTP_UNSUPPORTED_TYPE,
              "unsupported-media-type",
              "the Content-Type is not application/json");
      return logged(new Admission.Result.Refused(notJson, Optional.empty()), client);
    }
    if (request.declaredBytes().orElse(0) > Limits.MAX_ENVELOPE_BYTES) {
      return logged(new Admission.Result.Refused(Admission.tooLarge(), Optional.empty()), client);
    }
    String key = ClientAddress.budgetKey(client.address());
    Optional<byte[]> body = request.body(Limits.MAX_ENVELOPE_BYTES + 1, key);
    return logged(
        body.isPresent()
            ? admission.admit(body.get(), client.address())
            : new Admission.Result.Refused(NO_ROOM, Optional.empty()),
        client);
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

  private static boolean isJson(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT).equals("application/json");
  }
}
