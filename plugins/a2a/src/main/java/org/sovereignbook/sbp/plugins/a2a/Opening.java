package org.sovereignbook.sbp.plugins.a2a;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Permission of the owner: these clients may give work to this agent.
 *
 * @param agent the agent's id
 * @param reach {@link #EVERYBODY}, {@link #PEERS}, or the principal of one client
 * @param dailyCost in dollars for each client; 0 for no limit
 * @param saysId the text that says what the agent does
 */
record Opening(
    String agent,
    String reach,
    double dailyCost,
    Optional<String> saysId,
    Way way,
    Instant openedAt) {
  static final String EVERYBODY = "everybody";
  static final String PEERS = "peers";
  static final Rows<Opening> ROWS = new Rows<>("a2a_opening", Opening.class);

  /** Returns the openings of an agent. */
  static List<Opening> of(Transaction tx, String agent) {
    return ROWS.list(tx, "WHERE agent = ? ORDER BY opened_ms, reach", agent);
  }

  /**
   * Returns the reach that the owner means.
   *
   * @throws SocietyException {@code unknown-client}
   */
  static String reach(Transaction tx, String whom) {
    return isForMany(whom) ? whom : A2aClient.named(tx, whom).text();
  }

  static boolean isForMany(String whom) {
    return whom.equals(EVERYBODY) || whom.equals(PEERS);
  }

  /** Returns whether it lets in all whom another reach would. */
  boolean covers(String other) {
    return reach.equals(EVERYBODY)
        || reach.equals(other)
        || (reach.equals(PEERS) && other.startsWith("peer:"));
  }

  /** Returns whether this client is among those whom it lets in. */
  boolean admits(A2aClient client) {
    return reach.equals(EVERYBODY)
        || reach.equals(client.key())
        || (reach.equals(PEERS) && client.isKnown() && client.principal().peerKey().isPresent());
  }

  /** Returns whether strangers see that the agent is open. */
  boolean isPublic() {
    return reach.equals(EVERYBODY) || reach.equals(PEERS);
  }

  /** Returns its place among those of an agent: what is said of fewer clients counts before. */
  int rank() {
    return reach.equals(EVERYBODY) ? 2 : reach.equals(PEERS) ? 1 : 0;
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
}
