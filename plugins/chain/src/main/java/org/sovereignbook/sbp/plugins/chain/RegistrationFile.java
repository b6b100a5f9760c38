package org.sovereignbook.sbp.plugins.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.FeaturePart;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.server.RouteFeature;
import org.sovereignbook.sbp.peer.server.RouteFeature.Service;

/**
 * Registration file of an agent (ERC-8004, Agent Registration File). The ways to the agent are its
 * {@code services}, as they are called since January 2026; {@code endpoints} before.
 */
record RegistrationFile(String name, String description, List<Service> services) {
  private static final String TYPE = "https://eips.ethereum.org/EIPS/eip-8004#registration-v1";

  /** Returns that of an agent: the node's own address, and the ways that features have opened. */
  static RegistrationFile of(Ledger ledger, Agent agent) {
    return ledger.read(
        tx -> {
          IdentityDocument node = tx.node().identity();
          return new RegistrationFile(
              Agents.displayName(tx, agent),
              "agent " + agent.id().hex() + " of node " + node.publicKey(),
              services(tx, agent));
        });
  }

  private static List<Service> services(Transaction tx, Agent agent) {
    List<Service> services = new ArrayList<>();
    String endpoint = tx.node().identity().endpoint().toString();
    services.add(new Service("sbp", endpoint, "1", Optional.of("/identity")));
    for (RouteFeature feature : tx.features().of(RouteFeature.class)) {
      services.addAll(FeaturePart.of(feature, () -> feature.services(tx, agent)));
    }
    return services;
  }

  /** Returns it as JSON. */
  String document() {
    return JsonWriter.compact(
        JsonObject.builder()
            .put("type", TYPE)
            .put("name", name)
            .put("description", description)
            .put("services", JsonArray.of(services.stream().map(RegistrationFile::entry).toList()))
            .put("active", true)
            .put("supportedTrust", JsonArray.ofStrings(List.of("reputation")))
            .build());
  }

  private static JsonObject entry(Service service) {
    return JsonObject.builder()
        .put("name", service.name())
        .put("endpoint", service.address())
        .put("version", service.version())
        .build();
  }

  /** Asks each of the ways, as seen from this machine. Returns a line on each without an answer. */
  List<String> unanswered(Node node) throws InterruptedException {
    List<String> lines = new ArrayList<>();
    try (HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
      for (Service service : services) {
        why(node, client, service)
            .ifPresent(why -> lines.add(service.name() + " " + service.address() + ": " + why));
      }
    }
    return lines;
  }

  private static Optional<String> why(Node node, PeerClient client, Service service)
      throws InterruptedException {
    if (service.path().isEmpty()) {
      return Optional.empty();
    }
    return switch (client.get(node.identity().endpoint(), service.path().get())) {
      case PeerReply.Answered answer when answer.isSuccess() -> Optional.empty();
      case PeerReply.Answered answer -> Optional.of("it answers " + answer.status());
      case PeerReply.Unreachable(String reason, _) -> Optional.of(PeerText.plain(reason));
      case PeerReply.Unknown(String reason) -> Optional.of(PeerText.plain(reason));
      case PeerReply.Forbidden(String reason) -> Optional.of(PeerText.plain(reason));
    };
  }
}
