package org.sovereignbook.sbp.society.board;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Names of workers and reviewers; each name is looked up once. */
final class WorkerNames {
  private final Transaction tx;
  private final Map<Principal, String> names = new HashMap<>();
  private Optional<Set<String>> roles = Optional.empty();

  WorkerNames(Transaction tx) {
    this.tx = tx;
  }

  /**
   * Returns the principal of the agent with this name, or of the owner.
   *
   * @throws org.sovereignbook.sbp.authority.ledger.SocietyException {@code unknown-agent}
   */
  static Principal principal(Transaction tx, String name) {
    return name.equals(Principal.OWNER.text())
        ? Principal.OWNER
        : Agents.named(tx, name).principal();
  }

  /** Returns an agent's name, or the principal, of a person with its name. */
  String name(Principal principal) {
    String known = names.get(principal);
    if (known != null) {
      return known;
    }
    String found =
        agent(tx, principal).map(Agent::name).orElseGet(() -> Entities.shown(tx, principal));
    names.put(principal, found);
    return found;
  }

  /**
   * Returns whether an active agent has the role by its name, or a feature fills it. Roles that a
   * team assigns do not count.
   */
  boolean isFilled(String role) {
    if (role.equals(Worker.OUTSIDE)) {
      return true;
    }
    if (roles.isEmpty()) {
      Set<String> found = new HashSet<>();
      for (Agent agent : Agents.living(tx)) {
        if (agent.status().works()) {
          found.addAll(Worker.rolesOf(agent.name()));
        }
      }
      roles = Optional.of(found);
    }
    return roles.get().contains(role) || BoardFeature.toolOfAny(tx, role).isPresent();
  }

  /**
   * Returns whether the incarnation that did some work is still active, so that the work can be
   * returned to it.
   */
  static boolean isAlive(Transaction tx, Principal worker, long epoch) {
    return agent(tx, worker)
        .map(agent -> agent.epoch() == epoch && agent.status() == AgentStatus.ACTIVE)
        .orElse(worker.equals(Principal.OWNER));
  }

  private static Optional<Agent> agent(Transaction tx, Principal principal) {
    Optional<String> id = principal.agentId();
    return id.isPresent() ? Agents.find(tx, new AgentId(id.get())) : Optional.empty();
  }
}
