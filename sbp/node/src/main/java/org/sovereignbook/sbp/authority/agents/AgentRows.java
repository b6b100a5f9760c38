package org.sovereignbook.sbp.authority.agents;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/** Table of agents. */
final class AgentRows {
  private static final Rows<Agent> ROWS =
      new Rows<>(
          "agent",
          Agent.class,
          Map.of(
              "key", "public_key",
              "mail", "mail_policy",
              "work", "work_policy",
              "declared", "capabilities"),
          new Rows.Form<>(
              Capabilities.class,
              column -> Capabilities.parse(json(column)),
              declared -> canonical(declared.json())));

  private AgentRows() {}

  /** Columns of a new agent that are not read with it. */
  record Registered(
      Fingerprint fingerprint,
      String sealedKey,
      PublicKey sealedTo,
      String livingName,
      Optional<String> displayNameId,
      long statusMs,
      long changes) {}

  static void insert(Transaction tx, Agent agent, Registered more, Cause.Sourced cause) {
    ROWS.insert(tx, agent, more, cause);
  }

  static List<Agent> list(Transaction tx, String where, Object... parameters) {
    return ROWS.list(tx, where, parameters);
  }

  static Optional<Agent> first(Transaction tx, String where, Object... parameters) {
    return ROWS.first(tx, where, parameters);
  }

  static Optional<Agent> find(Transaction tx, AgentId id) {
    return first(tx, "WHERE id = ?", id.hex());
  }

  /** Returns an agent that another row refers to, so that it must exist. */
  static Agent require(Transaction tx, AgentId id) {
    return find(tx, id).orElseThrow(() -> new IllegalStateException("no agent " + id));
  }

  /** Returns the agents above an agent, nearest first. */
  static List<Agent> ancestors(Transaction tx, Agent agent) {
    List<Agent> above = new ArrayList<>();
    Optional<String> next = agent.parent().agentId();
    while (next.isPresent()) {
      Agent parent = require(tx, new AgentId(next.get()));
      above.add(parent);
      next = parent.parent().agentId();
    }
    return above;
  }

  static Optional<AgentKeys.AtRest> sealedKey(Transaction tx, AgentId id) {
    return tx.first(
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
}
