package org.sovereignbook.sbp.plugins.returning;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.society.memory.AgentMemory;
import org.sovereignbook.sbp.society.memory.CarriedItem;
import org.sovereignbook.sbp.society.memory.MemoryItem;

/** Agents of other nodes that work here (CORDELIA §6). */
record Guests(Transaction tx) {
  /**
   * Takes in an agent of another node as a guest: a child of the caller with the same key. One that
   * has gone home may come again, with the memory that it has now.
   *
   * @throws SocietyException with {@code invalid_bundle}, {@code at_home}, {@code guest_known}, and
   *     the codes of a registration
   */
  public Agent host(Caller caller, Bundle given, Optional<String> name) {
    Bundle bundle = given.within(Optional.empty(), new Timestamp(tx.now()));
    KeyPair keys =
        bundle
            .keys()
            .orElseThrow(
                () ->
                    SocietyException.refused(
                        "invalid_bundle", "the bundle has no key: it is for the agent's own node"));
    if (bundle.home().equals(tx.node().keys().publicKey())) {
      throw SocietyException.refused(
          "at_home",
          bundle.name() + " is an agent of this node; it returns with a bundle of another");
    }
    if (!bundle.writer().equals(bundle.home())) {
      throw SocietyException.refused(
          "invalid_bundle", "another node than the agent's own has written the bundle");
    }
    Optional<Agent> known = Agents.find(tx, new AgentId(bundle.agentId()));
    Agent agent =
        known.isPresent()
            ? again(caller, known.get(), bundle)
            : arrived(caller, bundle, keys, name);
    AgentMemory memory = new AgentMemory(tx, agent);
    List<CarriedItem> stayed = memory.items();
    Absence absence =
        Absence.begun(
            bundle.nonce(),
            agent.id(),
            Absence.Kind.GUEST,
            bundle.home(),
            bundle.sessions().size(),
            0,
            tx.nowMs());
    Absence.ROWS.insert(tx, absence, tx.cause(caller.authority()));
    memory.take(
        bundle.hot(), bundle.sessions(), bundle.hotCauses(), bundle.writer(), Optional.empty());
    for (CarriedItem item : stayed) {
      new Absences(tx).carry(absence, item.key(), item, Optional.empty());
    }
    for (CarriedItem item : bundle.items()) {
      MemoryItem hosted = memory.host(item, bundle.writer());
      new Absences(tx).carry(absence, hosted.id(), item, item.group());
    }
    new Absences(tx).emit(caller, agent, absence, "arrived");
    return agent;
  }

  private Agent arrived(Caller caller, Bundle bundle, KeyPair keys, Optional<String> name) {
    Capabilities usual = Registration.usualWithin(caller.capabilities());
    return Registration.usual(
            name.orElseGet(() -> Registration.nameFor(tx, bundle.name())), type(bundle))
        .having(bundle.declared().meet(usual))
        .register(tx, caller, keys)
        .agent();
  }

  private Agent again(Caller caller, Agent agent, Bundle bundle) {
    Optional<Absence> last =
        new Absences(tx)
            .open(agent)
            .filter(one -> one.kind() == Absence.Kind.GUEST && one.home().equals(bundle.home()))
            .filter(one -> !one.id().equals(bundle.nonce()));
    if (last.isEmpty() || agent.status() != AgentStatus.SUSPENDED) {
      throw SocietyException.refused(
          "guest_known",
          "the agent is a guest here already, or was one and has not been at home since",
          "let it go home:  sbp agent leave " + agent.name() + " FILE");
    }
    Absences.requireAbove(caller, agent);
    tx.update(
        "UPDATE absence SET state = 'ended', ended_ms = ? WHERE id = ?",
        tx.nowMs(),
        last.get().id());
    new AgentMemory(tx, agent).clear();
    return Lifecycle.activate(tx, caller, agent, "it is a guest again");
  }

  private static AgentType type(Bundle bundle) {
    return Stream.of(AgentType.values())
        .filter(type -> type.toString().equals(bundle.agentType()))
        .filter(type -> type != AgentType.SWARM_WORKER)
        .findFirst()
        .orElseThrow(
            () ->
                SocietyException.wrong(
                    "invalid_bundle", "invalid bundle: agent_type is none of an agent alone"));
  }
}
