package org.sovereignbook.sbp.authority.agents;

import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Changes of agents other than their status; only the agents above, and the owner, may make them.
 */
public final class Roster {
  private Roster() {}

  /** Changes the name of an agent; its key, and so its ids, stay. */
  public static Agent rename(Transaction tx, Caller caller, Agent agent, String name) {
    ToolRights.requireAbove(tx, caller, agent);
    Registration.requireName(tx, name);
    tx.update(
        "UPDATE agent SET name = ?, living_name = ? WHERE id = ? AND living_name IS NOT NULL",
        name,
        name,
        agent.id().hex());
    return told(tx, caller, agent, "renamed", JsonObject.empty().with("name", name));
  }

  /**
   * Changes the declared capabilities, to at most those of the parent. They apply at once, to
   * running work too; a new time to live counts from the registration.
   *
   * @throws CapabilityDenied that names the excess
   */
  public static Agent declare(
      Transaction tx, Caller caller, Agent agent, Capabilities capabilities) {
    ToolRights.requireAbove(tx, caller, agent);
    ToolRights.requireWithin(
        caller, capabilities, Effective.above(tx, agent).meet(caller.capabilities()));
    boolean sameLife = capabilities.ttlSeconds() == agent.declared().ttlSeconds();
    Optional<Long> ends = sameLife ? agent.endsMs() : capabilities.endsMs(agent.createdMs());
    tx.update(
        "UPDATE agent SET capabilities = ?, ends_ms = ?, due_ms = ? WHERE id = ?",
        AgentRows.canonical(capabilities.json()),
        ends,
        due(agent, ends),
        agent.id().hex());
    return told(tx, caller, agent, "capabilities_changed", capabilities.json());
  }

  /**
   * Returns when time changes its status next; the ends of a grace period and a cool-down stay as
   * they are.
   */
  private static Optional<Long> due(Agent agent, Optional<Long> ends) {
    if (agent.status() == AgentStatus.DEACTIVATED) {
      return agent.dueMs();
    }
    long end = ends.orElse(Long.MAX_VALUE);
    return agent.rests() ? agent.dueMs().map(at -> Math.min(at, end)) : ends;
  }

  /**
   * Changes the distance from which an agent accepts mail and tasks. The agents above it may narrow
   * that; only the owner widens it, to at most the reach of all above it.
   *
   * @throws CapabilityDenied that names the excess
   */
  public static Agent open(
      Transaction tx,
      Caller caller,
      Agent agent,
      Optional<AgentReach> toMail,
      Optional<AgentReach> toWork) {
    ToolRights.requireAbove(tx, caller, agent);
    if (toMail.isPresent()) {
      requireReach(tx, caller, agent, "mail", toMail.get(), Agent::mail);
    }
    if (toWork.isPresent()) {
      requireReach(tx, caller, agent, "work", toWork.get(), Agent::work);
    }
    AgentReach mail = toMail.orElse(agent.mail());
    AgentReach work = toWork.orElse(agent.work());
    tx.update(
        "UPDATE agent SET mail_policy = ?, work_policy = ? WHERE id = ?",
        mail.toString(),
        work.toString(),
        agent.id().hex());
    JsonObject metadata =
        JsonObject.empty().with("mail", mail.toString()).with("work", work.toString());
    return told(tx, caller, agent, "opened", metadata);
  }

  private static void requireReach(
      Transaction tx,
      Caller caller,
      Agent agent,
      String what,
      AgentReach wanted,
      Function<Agent, AgentReach> which) {
    if (!caller.isUnbounded()) {
      ToolRights.requireReach(caller, what, wanted, which.apply(agent), agent.name());
    }
    for (Agent above : AgentRows.ancestors(tx, agent).reversed()) {
      ToolRights.requireReach(caller, what, wanted, which.apply(above), above.name());
    }
  }

  private static Agent told(
      Transaction tx, Caller caller, Agent agent, String what, JsonObject metadata) {
    long change =
        tx.first(
                "UPDATE agent SET changes = changes + 1 WHERE id = ? RETURNING changes",
                row -> row.number(1),
                agent.id().hex())
            .orElseThrow();
    tx.append(
        LedgerEvent.of(
                "agent:%s:%s:%d".formatted(agent.id(), what, change),
                "agent." + what,
                caller.authority(),
                agent.subject())
            .with(metadata));
    return AgentRows.require(tx, agent.id());
  }
}
