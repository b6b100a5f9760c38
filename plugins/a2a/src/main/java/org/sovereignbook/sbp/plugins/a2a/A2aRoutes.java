package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.RouteAnswer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteRequest;

/** The public routes: the card, the keys, and the agents in both bindings. Thread-safe. */
record A2aRoutes(A2aOperations operations) {
  static final String CARD = "agent-card.json";
  static final String DID = "did.json";

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
  private static final String WELL_KNOWN = ".well-known/" + CARD;

  RouteAnswer answer(RouteRequest http, RouteContext context) throws InterruptedException {
    Optional<Ledger> ledger = context.society().get();
    if (ledger.isEmpty()) {
      return RouteAnswer.text(404, "no agent is open");
    }
    A2aRequest request = new A2aRequest(http, ledger.get());
    String path = http.path();
    if (path.equals("/" + WELL_KNOWN) || path.equals(CARD)) {
      return card(request, A2aParams.isVersion(request.version(), "0.3"));
    }
    Optional<JsonObject> keys = ofKeys(path, context.node());
    if (keys.isPresent()) {
      return document(
          request, JsonWriter.compact(keys.get()), context.node().identity().createdAt().instant());
    }
    if (path.startsWith("/")) {
      return RouteAnswer.text(404, "there is no such document");
    }
    int slash = path.indexOf('/');
    String agent = slash < 0 ? path : path.substring(0, slash);
    String rest = slash < 0 ? "" : path.substring(slash + 1);
    if (rest.equals(WELL_KNOWN)) {
      return card(request, !A2aParams.isVersion(request.version(), "1.0"));
    }
    return rest.isEmpty()
        ? new RpcBinding(operations)
            .answer(request, agent.isEmpty() ? Optional.empty() : Optional.of(agent))
        : new HttpBinding(operations).answer(request, agent, rest);
  }

  private static Optional<JsonObject> ofKeys(String path, Node node) {
    return switch (path) {
      case "/.well-known/" + A2aKeys.PATH -> Optional.of(A2aKeys.set(node));
      case "/.well-known/" + DID -> A2aKeys.didDocument(node);
      default -> Optional.empty();
    };
  }

  /**
   * Answers with the card. Clients of 1.0 need not take members that it does not have, so those of
   * 0.3, which say no version, find theirs below the address of an agent.
   */
  private static RouteAnswer card(A2aRequest request, boolean isFormer) {
    try {
      Optional<A2aCard> card =
          request.ledger().read(tx -> A2aCard.of(tx, A2aClient.of(tx, request.http())));
      return card.map(
              it ->
                  document(
                      request,
                      JsonWriter.compact(isFormer ? it.signedForVersion03() : it.signed()),
                      it.changedAt()))
          .orElseGet(() -> RouteAnswer.text(404, "no agent is open"));
    } catch (A2aException e) {
      return HttpBinding.refused(request, e);
    }
  }

  /** Answers with a document that clients may keep for a while (A2A §8.6). */
  private static RouteAnswer document(A2aRequest request, String text, Instant changed) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    String etag = "\"" + ContentHash.ofBytes(body).hex() + "\"";
    Map<String, String> headers = new HashMap<>();
    headers.put("ETag", etag);
    headers.put("Last-Modified", HTTP_DATE.format(changed));
    headers.put("Vary", "Authorization, A2A-Version");
    boolean isPublic = request.http().header("authorization").isEmpty();
    headers.put("Cache-Control", (isPublic ? "public" : "private") + ", max-age=300");
    boolean isHeld =
        request.http().header("if-none-match").stream()
            .flatMap(tags -> List.of(tags.split(",")).stream())
            .map(tag -> tag.strip().replaceFirst("^W/", ""))
            .anyMatch(tag -> tag.equals(etag) || tag.equals("*"));
    return new RouteAnswer(
        isHeld ? 304 : 200, A2aRequest.JSON, headers, isHeld ? new byte[0] : body);
  }
}
