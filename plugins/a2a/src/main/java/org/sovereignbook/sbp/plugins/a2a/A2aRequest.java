package org.sovereignbook.sbp.plugins.a2a;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.peer.server.RouteRequest;

/** Parts of a request that both bindings read, besides its operation. */
record A2aRequest(RouteRequest http, Ledger ledger) {
  static final String JSON = "application/json";
  static final String A2A_JSON = "application/a2a+json";

  /**
   * Returns the call of the client to the agent with this name.
   *
   * @throws A2aException the same for an agent that is not there and one that is not open for it
   */
  A2aCall call(String agent) {
    return ledger.read(tx -> call(tx, agent));
  }

  private A2aCall call(Transaction tx, String agent) {
    A2aClient client = A2aClient.of(tx, http);
    OpenAgent open =
        OpenAgent.find(tx, agent, client)
            .orElseThrow(
                () ->
                    client.isKnown()
                        ? A2aError.AGENT_NOT_FOUND.because("no such agent is open for you")
                        : A2aError.UNAUTHENTICATED.because("no such agent is open for everybody"));
    return new A2aCall(ledger, client, open, cursor(), http.mayStream());
  }

  private Optional<Long> cursor() {
    return http.header("last-event-id")
        .filter(text -> text.matches("[0-9]{1,18}"))
        .map(Long::valueOf);
  }

  /** Returns the version that the client speaks; empty when it does not say. */
  String version() {
    return http.header("a2a-version").orElseGet(() -> query("A2A-Version").orElse("")).strip();
  }

  /** Returns a parameter of the query. */
  Optional<String> query(String name) {
    for (String part : http.query().split("&")) {
      int equals = part.indexOf('=');
      if (equals > 0 && decoded(part.substring(0, equals)).equals(name)) {
        return Optional.of(decoded(part.substring(equals + 1)));
      }
    }
    return Optional.empty();
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw A2aError.INVALID_REQUEST.because("the query is not well encoded");
    }
  }

  /** Returns the parameters of the query that operations have. */
  JsonObject parameters() {
    JsonObject params = JsonObject.empty();
    for (String name : new String[] {"contextId", "status", "pageToken", "statusTimestampAfter"}) {
      Optional<String> value = query(name);
      params = value.isPresent() ? params.with(name, value.get()) : params;
    }
    for (String name : new String[] {"pageSize", "historyLength"}) {
      Optional<String> value = query(name);
      params = value.isPresent() ? params.with(name, number(name, value.get())) : params;
    }
    Optional<String> artifacts = query("includeArtifacts");
    return artifacts.isPresent()
        ? params.with("includeArtifacts", artifacts.get().equals("true"))
        : params;
  }

  private static long number(String name, String text) {
    if (!text.matches("-?[0-9]{1,9}")) {
      throw A2aError.INVALID_PARAMS.because(name + ": expected an integer");
    }
    return Long.parseLong(text);
  }

  /** Returns the media type for the answer: the one of the request. */
  String mediaType() {
    boolean isOwn =
        http.header("content-type").filter(A2aRequest::isOwn).isPresent()
            || http.header("accept").filter(A2aRequest::isOwn).isPresent();
    return isOwn ? A2A_JSON : JSON;
  }

  private static boolean isOwn(String header) {
    return header.toLowerCase(Locale.ROOT).contains(A2A_JSON);
  }

  /** Requires a body of JSON. */
  void requireJson() {
    String type =
        http.header("content-type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!type.equals(JSON) && !type.equals(A2A_JSON)) {
      throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because("the Content-Type is " + JSON);
    }
  }
}
