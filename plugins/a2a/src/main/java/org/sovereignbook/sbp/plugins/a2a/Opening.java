package org.sovereignbook.sbp.plugins.a2a;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/**
 * Permission of the owner: these clients may give work to this agent.
 *
 * @param agent the agent's id
 * @param reach {@link #EVERYBODY}, {@link #PEERS}, or the principal of one client
 * @param dailyCost in dollars for each client; 0 for no limit
 * @param saysId the text that says what the agent does
 */
record Opening(
    String agent, String reach, double dailyCost, Optional<String> saysId, Instant openedAt) {
  static final String EVERYBODY = "everybody";
  static final String PEERS = "peers";
  static final Rows<Opening> ROWS = new Rows<>("a2a_opening", Opening.class);

  /** An opening with its agent as it is now. */
  record Of(Opening opening, Agent agent) {}

  /** Returns the openings of agents that are there, by the agents' names. */
  static List<Of> all(Transaction tx) {
    return ROWS.list(tx, "ORDER BY opened_ms, reach").stream()
        .flatMap(
            one ->
                Agents.find(tx, AgentId.parse(one.agent())).stream()
                    .filter(agent -> Agents.living(tx, agent.name()).equals(Optional.of(agent)))
                    .map(agent -> new Of(one, agent)))
        .sorted(Comparator.comparing(of -> of.agent().name()))
        .toList();
  }

  /** Returns whether this client is among those whom it lets in. */
  boolean admits(A2aClient client) {
    return reach.equals(EVERYBODY)
        || reach.equals(client.key())
        || (reach.equals(PEERS) && client.isKnown() && client.principal().peerKey().isPresent());
  }

  /** Returns its reach in the owner's words. */
  String who(Transaction tx) {
    return reach.startsWith("person:")
        ? new EntityTable(tx)
            .find(reach.substring("person:".length()))
            .map(EntityTable.Entity::name)
            .orElse(reach)
        : reach;
  }

  /** Returns the file that says that there are openings, so that nobody has to ask the database. */
  private static Path mark(Node node) {
    return node.home().runtime().resolve("a2a").resolve("open.json");
  }

  static boolean isAny(Node node) {
    return node.disk().exists(mark(node));
  }

  /** Writes or removes that file, after a change was stored. */
  static void mark(Node node, List<String> agents) {
    if (agents.isEmpty()) {
      if (isAny(node)) {
        node.disk().delete(mark(node));
      }
    } else {
      node.writeJson(mark(node), JsonObject.empty().with("agents", JsonArray.ofStrings(agents)));
    }
  }
}
