package org.sovereignbook.sbp.agents;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.crypto.Sealed;
import org.sovereignbook.sbp.json.Jcs;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.sql.Sql;

/** The table of agents. */
final class AgentRows {
  private static final String SELECT =
      "SELECT id, public_key, parent, depth, type, name, status, status_reason, epoch, mail_policy,"
          + " work_policy, capabilities, created_ms, ends_ms, grace_seconds, due_ms FROM agent ";

  private AgentRows() {}

  /** The agents that fit, by name. */
  static List<Agent> list(Transaction tx, String where, Object... parameters) throws SQLException {
    return tx.sql().list(SELECT + where, AgentRows::read, parameters);
  }

  static Optional<Agent> first(Transaction tx, String where, Object... parameters)
      throws SQLException {
    return tx.sql().first(SELECT + where, AgentRows::read, parameters);
  }

  static Optional<Agent> find(Transaction tx, AgentId id) throws SQLException {
    return first(tx, "WHERE id = ?", id.hex());
  }

  /** One that is referred to, so that it is there. */
  static Agent require(Transaction tx, AgentId id) throws SQLException {
    return find(tx, id).orElseThrow(() -> new IllegalStateException("no agent " + id));
  }

  /** The agents above it, the nearest first. */
  static List<Agent> ancestors(Transaction tx, Agent agent) throws SQLException {
    List<Agent> above = new ArrayList<>();
    Optional<String> next = agent.parent().agentId();
    while (next.isPresent()) {
      Agent parent = require(tx, new AgentId(next.get()));
      above.add(parent);
      next = parent.parent().agentId();
    }
    return above;
  }

  static Optional<AgentKeys.AtRest> sealedKey(Transaction tx, AgentId id) throws SQLException {
    return tx.sql()
        .first(
            "SELECT sealed_key, sealed_to FROM agent WHERE id = ? AND sealed_key IS NOT NULL",
            row -> new AgentKeys.AtRest(Sealed.parse(row.text(1)), PublicKey.parse(row.text(2))),
            id.hex());
  }

  static String canonical(JsonObject json) {
    return new String(Jcs.canonicalize(json), StandardCharsets.UTF_8);
  }

  static JsonObject json(String column) {
    return Node.jsonObject(
        "a row of the society's database", column.getBytes(StandardCharsets.UTF_8));
  }

  private static Agent read(Sql.Row row) throws SQLException {
    PublicKey key = PublicKey.parse(row.text(2));
    return new Agent(
        new AgentId(row.text(1)),
        Fingerprint.of(key),
        key,
        Principal.parse(row.text(3)),
        Math.toIntExact(row.number(4)),
        word(AgentType.class, row.text(5)),
        row.text(6),
        word(AgentStatus.class, row.text(7)),
        row.text(8),
        row.number(9),
        word(AgentReach.class, row.text(10)),
        word(AgentReach.class, row.text(11)),
        Capabilities.parse(json(row.text(12))),
        row.number(13),
        row.maybeNumber(14),
        row.number(15),
        row.maybeNumber(16));
  }

  private static <E extends Enum<E>> E word(Class<E> type, String word) {
    return Words.find(type, word).orElseThrow();
  }
}
