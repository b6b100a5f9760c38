package org.sovereignbook.sbp.plugins.returning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.plugins.returning.Absence.Carriage;
import org.sovereignbook.sbp.society.memory.AgentMemory;
import org.sovereignbook.sbp.society.memory.CarriedItem;

/** Leaving of agents (CORDELIA §6): a change of the node and a bundle, all or nothing. */
record Leaves(Transaction tx) {
  /** A bundle that is to be written to a file. */
  public record Leaving(Agent agent, String text, boolean secret, int sessions, int items) {}

  /**
   * Lets an agent leave: suspends it here, and returns its bundle. A guest goes home. An agent that
   * is away gets the same bundle again.
   *
   * @throws SocietyException with {@code not_alone}, {@code returned}, {@code invalid_transition}
   */
  public Leaving leave(Caller caller, Agent agent) {
    if (agent.type() == AgentType.SWARM_WORKER) {
      throw SocietyException.refused(
          "not_alone", agent.name() + " works in a team or swarm, and ends with its task");
    }
    Optional<Absence> open = new Absences(tx).open(agent);
    if (open.isPresent() && open.get().kind() == Absence.Kind.GUEST) {
      return goHome(caller, agent, open.get());
    }
    if (open.filter(one -> one.state() == Absence.State.STAGED).isPresent()) {
      throw SocietyException.refused(
          "returned",
          agent.name() + " is back, and its memory waits for you",
          "sbp agent review " + agent.name());
    }
    AgentMemory memory = new AgentMemory(tx, agent);
    List<CarriedItem> items = memory.items();
    Absence absence = open.orElseGet(() -> away(caller, agent, memory, items));
    KeyPair keys = Agents.keys(tx, agent);
    Bundle bundle = bundle(agent, absence, Optional.of(keys.privateKey().encoded()), memory, items);
    if (agent.status() != AgentStatus.SUSPENDED) {
      Agent _ = Lifecycle.suspend(tx, caller, agent, "it is away from this node");
    }
    return new Leaving(
        agent, bundle.signed(keys, tx.node().keys()), true, bundle.sessions().size(), items.size());
  }

  private Absence away(Caller caller, Agent agent, AgentMemory memory, List<CarriedItem> items) {
    byte[] nonce = new byte[32];
    tx.node().random().nextBytes(nonce);
    Absence absence =
        Absence.begun(
            ContentHash.ofBytes(nonce).hex(),
            agent.id(),
            Absence.Kind.AWAY,
            tx.node().keys().publicKey(),
            memory.sessions().size(),
            memory.hotVersion(),
            tx.nowMs());
    Absence.ROWS.insert(tx, absence, tx.cause(caller.authority()));
    for (CarriedItem item : items) {
      new Absences(tx).carry(absence, item.key(), item, item.group());
    }
    new Absences(tx).emit(caller, agent, absence, "left");
    return absence;
  }

  private Bundle bundle(
      Agent agent,
      Absence absence,
      Optional<String> secret,
      AgentMemory memory,
      List<CarriedItem> items) {
    return new Bundle(
        Bundle.FORMAT,
        agent.id().hex(),
        agent.key(),
        agent.name(),
        agent.type().toString(),
        agent.declared().json(),
        absence.home(),
        tx.node().keys().publicKey(),
        absence.id(),
        secret,
        TimeJudge.past(Timestamp.ofMillis(absence.leftMs()), new Timestamp(tx.now())),
        new Timestamp(tx.now()),
        memory.hot(absence.kind() == Absence.Kind.GUEST),
        memory.hotCauses(absence.kind() == Absence.Kind.GUEST),
        memory.sessions(),
        items);
  }

  /** Returns the bundle of a guest: what it wrote here, under the ids of its home. */
  private Leaving goHome(Caller caller, Agent agent, Absence absence) {
    AgentMemory memory = new AgentMemory(tx, agent);
    Map<String, Carriage> taken = new Absences(tx).carriages(absence);
    List<CarriedItem> items = new ArrayList<>();
    for (CarriedItem item : memory.items()) {
      Optional<Carriage> known = Optional.ofNullable(taken.get(item.key()));
      if (known.isEmpty()) {
        items.add(item.at(item.key(), Optional.empty()));
      } else if (item.version() != known.get().version()) {
        items.add(item.at(known.get().homeKey(), known.get().groupId()));
      }
    }
    Bundle bundle = bundle(agent, absence, Optional.empty(), memory, items);
    KeyPair keys = Agents.keys(tx, agent);
    if (agent.status() == AgentStatus.ACTIVE || agent.status() == AgentStatus.REGISTERED) {
      Agent active =
          agent.status() == AgentStatus.REGISTERED
              ? Lifecycle.activate(tx, caller, agent, "it goes home")
              : agent;
      Agent _ = Lifecycle.suspend(tx, caller, active, "it has gone home");
    }
    new Absences(tx).emit(caller, agent, absence, "left:" + tx.newId());
    return new Leaving(
        agent,
        bundle.signed(keys, tx.node().keys()),
        false,
        bundle.sessions().size(),
        items.size());
  }
}
