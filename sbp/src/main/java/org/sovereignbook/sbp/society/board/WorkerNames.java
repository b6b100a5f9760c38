package org.sovereignbook.sbp.society.board;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Workers and reviewers by the names that people know them by; each is looked up once. */
final class WorkerNames {
  private final Transaction tx;
  private final Map<Principal, String> names = new HashMap<>();
  private Optional<Set<String>> roles = Optional.empty();

  WorkerNames(Transaction tx) {
    this.tx = tx;
  }

  /**
   * The agent of this name, or the owner.
   *
   * @throws org.sovereignbook.sbp.authority.ledger.SocietyException {@code unknown-agent}
   */
  static Principal principal(Transaction tx, String name) {
    return name.equals(Principal.OWNER.text())
        ? Principal.OWNER
        : Agents.named(tx, name).principal();
  }

  /** What people call it; its id where nobody does any more. */
  String name(Principal principal) {
    String known = names.get(principal);
    if (known != null) {
      return known;
    }
    String found = agent(tx, principal).map(Agent::name).orElse(principal.text());
    names.put(principal, found);
    return found;
  }

  /** Whether an agent that works has the role by its name; what a team gives it is the team's. */
  boolean isFilled(String role) {
    if (roles.isEmpty()) {
      Set<String> found = new HashSet<>();
      for (Agent agent : Agents.living(tx)) {
        if (agent.status().works()) {
          found.addAll(Worker.rolesOf(agent.name()));
        }
      }
      roles = Optional.of(found);
    }
    return roles.get().contains(role);
  }

  /** Whether the incarnation that did some work can be given it back. */
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
