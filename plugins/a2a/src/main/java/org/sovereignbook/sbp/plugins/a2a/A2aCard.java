package org.sovereignbook.sbp.plugins.a2a;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.a2a.client.PeerProof;

/**
 * Card of the node (A2A §4.4.1) for one client: the agents that are open for it.
 *
 * @param json without members that have their default, and without signatures
 * @param version03 members of version 0.3 beside those of 1.0, for its clients alone
 * @param changedAt when it may have changed last
 */
record A2aCard(JsonObject json, JsonObject version03, Node node, Instant changedAt) {
  private static final List<String> TEXT = List.of("text/plain", "application/json");
  private static final String ROUTES = "/x/a2a/";

  /** Makes the card; empty when no agent is open for the client. */
  static Optional<A2aCard> of(Transaction tx, A2aClient client) {
    List<OpenAgent> open = OpenAgent.visible(tx, client);
    return open.isEmpty() ? Optional.empty() : Optional.of(of(tx, open, client.isKnown()));
  }

  private static A2aCard of(Transaction tx, List<OpenAgent> open, boolean isKnown) {
    IdentityDocument identity = tx.node().identity();
    Endpoint endpoint = identity.endpoint();
    List<JsonObject> interfaces = new ArrayList<>();
    for (String binding : List.of("JSONRPC", "HTTP+JSON")) {
      open.forEach(one -> interfaces.add(route(url(endpoint, one.agent().name()), binding, "1.0")));
    }
    open.forEach(one -> interfaces.add(route(url(endpoint, one.agent().name()), "JSONRPC", "0.3")));
    JsonObject.Builder card =
        JsonObject.builder()
            .put("name", identity.name())
            .put("description", identity.description().orElse("Agents of " + identity.name()))
            .put("supportedInterfaces", JsonArray.of(interfaces))
            .put("version", "1.0.0")
            .put("capabilities", capabilities(isKnown))
            .put("securitySchemes", schemes());
    if (open.stream().noneMatch(one -> one.opening().reach().equals(Opening.EVERYBODY))) {
      // Not empty: libraries leave out of what is signed what is empty.
      JsonObject words = JsonObject.empty().with("list", JsonArray.ofStrings(List.of("a2a")));
      JsonObject scopes = JsonObject.empty().with("bearer", words);
      card.put("securityRequirements", JsonArray.of(JsonObject.empty().with("schemes", scopes)));
    }
    card.put("defaultInputModes", JsonArray.ofStrings(TEXT))
        .put("defaultOutputModes", JsonArray.ofStrings(List.of("text/plain")))
        .put("skills", JsonArray.of(open.stream().map(one -> skill(tx, one)).toList()));
    Instant changed =
        open.stream()
            .map(one -> one.opening().openedAt())
            .max(Instant::compareTo)
            .filter(at -> at.isAfter(identity.createdAt().instant()))
            .orElse(identity.createdAt().instant());
    JsonObject version03 =
        JsonObject.builder()
            .put("url", url(endpoint, open.getFirst().agent().name()))
            .put("preferredTransport", "JSONRPC")
            .put("protocolVersion", "0.3.0")
            .put("supportsAuthenticatedExtendedCard", true)
            .build();
    return new A2aCard(card.build(), version03, tx.node(), changed);
  }

  /** Returns the address of an agent, for both bindings. */
  static String url(Endpoint endpoint, String agent) {
    return endpoint.resolve(ROUTES + agent).toString();
  }

  private static JsonObject route(String url, String binding, String version) {
    return JsonObject.builder()
        .put("url", url)
        .put("protocolBinding", binding)
        .put("protocolVersion", version)
        .build();
  }

  private static JsonObject capabilities(boolean pushes) {
    JsonObject cursor =
        JsonObject.builder()
            .put("uri", A2aView.CURSOR)
            .put(
                "description",
                "Events of streams have numbers, as their id and in their metadata. SubscribeToTask"
                    + " with the header Last-Event-ID gets the events after that number, each"
                    + " once.")
            .build();
    JsonObject peer =
        JsonObject.builder()
            .put("uri", PeerProof.EXTENSION)
            .put(
                "description",
                "A node of the Sovereign Book proves a request by its key, in the header"
                    + " Authorization: Sbp KEY.TIME.SIGNATURE")
            .build();
    return JsonObject.builder()
        .put("streaming", true)
        .put("pushNotifications", pushes)
        .put("extensions", JsonArray.of(cursor, peer))
        .put("extendedAgentCard", true)
        .build();
  }

  private static JsonObject schemes() {
    JsonObject bearer =
        JsonObject.builder()
            .put("description", "a token of the node's owner")
            .put("scheme", "Bearer")
            .build();
    return JsonObject.empty()
        .with("bearer", JsonObject.empty().with("httpAuthSecurityScheme", bearer));
  }

  private static JsonObject skill(Transaction tx, OpenAgent one) {
    String name = Agents.displayName(tx, one.agent());
    String says = one.opening().saysId().flatMap(tx::text).orElse("Work of the agent " + name);
    return JsonObject.builder()
        .put("id", one.agent().name())
        .put("name", name)
        .put("description", says)
        .put("tags", JsonArray.ofStrings(List.of(one.agent().type().toString())))
        .build();
  }

  /** Returns the card with its signature (A2A §8.4). */
  JsonObject signed() {
    return json.with("signatures", JsonArray.of(signature(json)));
  }

  /**
   * Returns the card for clients of version 0.3, with two signatures: one over the members of
   * version 1.0, which is what their libraries check, and one over all members.
   */
  JsonObject signedForVersion03() {
    JsonObject all = json;
    for (String name : version03.members().keySet()) {
      all = all.with(name, version03.get(name).orElseThrow());
    }
    return all.with("signatures", JsonArray.of(signature(json), signature(all)));
  }

  private JsonObject signature(JsonObject content) {
    A2aKeys.Jws jws = A2aKeys.jws(node, Jcs.canonicalize(content));
    return JsonObject.builder()
        .put("protected", jws.header())
        .put("signature", jws.signature())
        .build();
  }
}
