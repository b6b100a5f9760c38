package org.sovereignbook.sbp.society.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Entity that has a memory in this node.
 *
 * @param principal the owner or an agent
 * @param agent empty for the owner
 */
public record MemoryHolder(Principal principal, Optional<Agent> agent) {
  /** Name of the owner in arguments and results. */
  public static final String OWNER = "owner";

  /** Code of the refusal, alike for whom nobody knows and for whom the caller may not see. */
  public static final String UNKNOWN = "user_not_found";

  static final MemoryHolder OF_OWNER = new MemoryHolder(Principal.OWNER, Optional.empty());

  /** Returns the caller itself; the program acts for the owner. */
  public static MemoryHolder of(Caller caller) {
    return caller.agent().map(MemoryHolder::of).orElse(OF_OWNER);
  }

  static MemoryHolder of(Agent agent) {
    return new MemoryHolder(agent.principal(), Optional.of(agent));
  }

  /** Returns the holder of this principal, also after its agent was removed. */
  public static MemoryHolder of(Transaction tx, Principal principal) {
    return principal
        .agentId()
        .flatMap(id -> Agents.find(tx, new AgentId(id)))
        .map(MemoryHolder::of)
        .orElse(OF_OWNER);
  }

  /**
   * Returns the holder that an argument names: {@code owner}, an agent's name, id or fingerprint;
   * the caller if it is absent.
   *
   * @throws SocietyException with {@code user_not_found}
   */
  public static MemoryHolder named(Transaction tx, Caller caller, Optional<String> name) {
    if (name.isEmpty()) {
      return of(caller);
    }
    if (name.get().equals(OWNER)) {
      return OF_OWNER;
    }
    try {
      // What a removed agent wrote stays, and so does the trust in it.
      return of(
          Agents.living(tx, name.get())
              .or(() -> Agents.removed(tx, name.get()))
              .orElseGet(() -> Agents.named(tx, name.get())));
    } catch (SocietyException e) {
      throw unknown(name.get());
    }
  }

  static SocietyException unknown(String name) {
    return SocietyException.notFound(
        UNKNOWN,
        "no entity with a memory is called " + PeerText.quote(name),
        "who there is:  sbp agent list");
  }

  /** Returns the id in arguments and results: {@code owner}, or the agent's 64 hex digits. */
  public String id() {
    return agent.map(one -> one.id().hex()).orElse(OWNER);
  }

  /** Returns the name for people. */
  public String name() {
    return agent.map(Agent::name).orElse(OWNER);
  }

  /** Returns the name of a principal for people: an agent's name, or the principal's text. */
  public static String nameOf(Transaction tx, Principal principal) {
    return principal.agentId().isPresent() ? of(tx, principal).name() : principal.text();
  }

  /** Returns whether this entity is the other's parent, or above that; the owner is above all. */
  boolean isAbove(Transaction tx, MemoryHolder other) {
    if (agent.isEmpty()) {
      return other.agent().isPresent();
    }
    Optional<Principal> next = other.agent().map(Agent::parent);
    while (next.isPresent()) {
      if (next.get().equals(principal)) {
        return true;
      }
      next = of(tx, next.get()).agent().map(Agent::parent);
    }
    return false;
  }
}
