package org.sovereignbook.sbp.plugins.returning;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.returning.Absence.Carriage;
import org.sovereignbook.sbp.plugins.returning.Absence.Fate;
import org.sovereignbook.sbp.society.memory.AgentMemory;
import org.sovereignbook.sbp.society.memory.CarriedItem;
import org.sovereignbook.sbp.society.memory.MemoryApproval;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.society.memory.TrustScores;

/** Returning of agents (CORDELIA §6). Each method is one change, all or nothing. */
record Returns(Transaction tx) {
  private static final int AUTOMATIC_SESSIONS = 2;

  /** A return as it is shown. */
  public record Returned(
      Agent agent, Absence absence, long sessionsSince, List<Staged> items, boolean automatic) {
    public List<Staged> conflicts() {
      return items.stream().filter(one -> one.carriage().fate().isConflict()).toList();
    }
  }

  /** Item that waits for its review, or has had it. */
  public record Staged(Carriage carriage) {}

  /**
   * Begins a return: proves the agent by its signature, compares its memory with what is here, and
   * stages it for review.
   *
   * @param automatic names of agents that are merged without review
   * @throws SocietyException with {@code unknown_absence}, {@code unauthorized}, {@code
   *     agent-removed}
   */
  public Returned begin(Caller caller, Bundle given, List<String> automatic) {
    Absence absence =
        Absence.ROWS
            .first(tx, "WHERE id = ? AND kind = 'away'", given.nonce())
            .filter(one -> one.agent().hex().equals(given.agentId()))
            .orElseThrow(Returns::unknown);
    Bundle bundle =
        given.within(Optional.of(Timestamp.ofMillis(absence.leftMs())), new Timestamp(tx.now()));
    if (absence.state() != Absence.State.OPEN) {
      throw unknown();
    }
    Agent agent = Agents.find(tx, absence.agent()).orElseThrow();
    Absences.requireAbove(caller, agent);
    if (agent.status() == AgentStatus.REMOVED || !agent.key().equals(bundle.publicKey())) {
      throw SocietyException.refused(
          "agent-removed", agent.name() + " is removed, and its key proves nothing any more");
    }
    if (bundle.secret().isPresent() || tx.node().keyPair(bundle.writer()).isPresent()) {
      throw SocietyException.refused(
          "invalid_bundle",
          "this is the bundle with which it left; the other node makes the one to return:  sbp"
              + " agent leave NAME FILE");
    }
    AgentMemory memory = new AgentMemory(tx, agent);
    String group =
        memory.stagingGroup(
            "staging-%s-%s".formatted(agent.name(), new Timestamp(tx.now()).inFileName()));
    stage(memory, absence, bundle, group);
    AgentMemory.Divergence divergence =
        memory.compare(bundle.hot(), bundle.sessions(), absence.sessions(), absence.hotVersion());
    tx.update(
        "UPDATE absence SET state = 'staged', group_id = ?, bundle_id = ?, divergence = ?,"
            + " returned_ms = ? WHERE id = ?",
        group,
        tx.keep(Absences.subject(absence), "bundle", bundle.stored()),
        divergence.toString(),
        tx.nowMs(),
        absence.id());
    new Absences(tx).emit(caller, agent, absence, "returned");
    Returned returned = review(caller, agent);
    boolean mayMerge =
        automatic.contains(agent.name())
            && new TrustScores(tx).tier(agent.principal()) == TrustTier.HIGH
            && returned.conflicts().isEmpty()
            && returned.sessionsSince() <= AUTOMATIC_SESSIONS
            && (divergence == AgentMemory.Divergence.NONE
                || divergence == AgentMemory.Divergence.AHEAD);
    return mayMerge ? merge(caller, agent, Optional.empty(), Optional.empty(), true) : returned;
  }

  private static SocietyException unknown() {
    return SocietyException.refused(
        "unknown_absence",
        "no agent of this node is away with the nonce of this bundle, or it has returned already",
        "who is away:  sbp agent list --status suspended");
  }

  private void stage(AgentMemory memory, Absence absence, Bundle bundle, String group) {
    Map<String, Carriage> taken = new Absences(tx).carriages(absence);
    Map<String, Long> versions =
        taken.values().stream().collect(Collectors.toMap(Carriage::item, Carriage::version));
    // A group of the bundle counts only for an item that left from it.
    List<CarriedItem> brought =
        bundle.items().stream()
            .map(
                item ->
                    item.at(
                        item.key(),
                        Optional.ofNullable(taken.get(item.key())).flatMap(Carriage::groupId)))
            .toList();
    Map<String, AgentMemory.Conflict> conflicts = memory.conflicts(brought, versions);
    for (CarriedItem item : brought) {
      long version = versions.getOrDefault(item.key(), 0L);
      if (version > 0 && memory.isSame(item.key(), item)) {
        continue;
      }
      Fate fate =
          Optional.ofNullable(conflicts.get(item.key()))
              .map(one -> Words.find(Fate.class, one.toString()).orElseThrow())
              .orElse(version == 0 ? Fate.NEW : Fate.CHANGED);
      Carriage.ROWS.put(
          tx,
          new Carriage(
              absence.id(),
              item.key(),
              item.key(),
              version,
              item.group(),
              Optional.of(memory.stage(item, group, bundle.writer()).id()),
              fate));
    }
  }

  /** Returns the return of an agent that waits, or the last one. */
  public Returned review(Caller caller, Agent agent) {
    Absences.requireAbove(caller, agent);
    Absence absence =
        Absence.ROWS
            .first(
                tx, "WHERE agent = ? AND kind = 'away' ORDER BY left_ms DESC, id", agent.id().hex())
            .filter(one -> one.bundleId().isPresent())
            .orElseThrow(
                () ->
                    SocietyException.notFound(
                        "not_returned",
                        PeerText.quote(agent.name()) + " has not returned",
                        "take in the file that it brought:  sbp agent return FILE"));
    Bundle bundle = bundle(absence);
    List<Staged> staged =
        new Absences(tx)
            .carriages(absence).values().stream()
                .filter(one -> one.staged().isPresent())
                .sorted((one, other) -> one.item().compareTo(other.item()))
                .map(Staged::new)
                .toList();
    return new Returned(
        agent, absence, Math.max(0, bundle.sessions().size() - absence.sessions()), staged, false);
  }

  private static Map<String, CarriedItem> byKey(Bundle bundle) {
    return bundle.items().stream().collect(Collectors.toMap(CarriedItem::key, Function.identity()));
  }

  /**
   * Merges what the parent approves, with the agent as its author, and ends the return. The hot
   * context is taken over if its chain continues the one that the agent left with.
   *
   * @param chosen the items to merge; all of them if absent, if none is a conflict
   * @param into the group for new items, in place of the agent's private memory
   * @throws SocietyException with {@code conflicts}, {@code unknown_item}, {@code not_member}
   */
  public Returned merge(
      Caller caller,
      Agent agent,
      Optional<List<String>> chosen,
      Optional<String> into,
      boolean automatic) {
    Returned waiting = requireStaged(caller, agent);
    List<Staged> conflicts = waiting.conflicts();
    if (chosen.isEmpty() && !conflicts.isEmpty()) {
      throw SocietyException.refused(
          "conflicts",
          "%d items contradict what is here: name the items to merge".formatted(conflicts.size()),
          "sbp agent review " + agent.name());
    }
    Set<String> keys = new HashSet<>(chosen.orElse(all(waiting)));
    if (!new HashSet<>(all(waiting)).containsAll(keys)) {
      throw SocietyException.notFound(
          "unknown_item",
          "one of these items is not among those that wait",
          "sbp agent review " + agent.name());
    }
    Optional<Caller> approvedBy =
        Optional.of(caller).filter(one -> !automatic && MemoryApproval.mayApprove(one));
    AgentMemory memory = new AgentMemory(tx, agent);
    Bundle bundle = bundle(waiting.absence());
    Map<String, CarriedItem> brought = byKey(bundle);
    for (Staged one : waiting.items()) {
      boolean isTaken = keys.contains(one.carriage().item());
      if (isTaken) {
        merge(
            memory,
            one.carriage(),
            requireNonNull(brought.get(one.carriage().item())),
            into,
            bundle.writer(),
            approvedBy);
      }
      fate(one.carriage(), isTaken ? Fate.MERGED : Fate.LEFT_OUT);
    }
    Optional<AgentMemory.Divergence> divergence = waiting.absence().divergence();
    if (divergence.equals(Optional.of(AgentMemory.Divergence.AHEAD))
        || divergence.equals(Optional.of(AgentMemory.Divergence.NONE))) {
      memory.take(bundle.hot(), bundle.sessions(), bundle.hotCauses(), bundle.writer(), approvedBy);
    }
    return end(caller, waiting, Absence.State.MERGED, automatic);
  }

  private void merge(
      AgentMemory memory,
      Carriage carriage,
      CarriedItem brought,
      Optional<String> into,
      PublicKey by,
      Optional<Caller> approvedBy) {
    boolean isNew = carriage.version() == 0;
    Optional<String> group = isNew ? into : carriage.groupId();
    if (group.isPresent() && !memory.mayWriteIn(group.get())) {
      throw SocietyException.refused(
          "not_member",
          "the agent may not write in the group %s, where %s goes"
              .formatted(PeerText.quote(group.get()), carriage.item()),
          "add it:  sbp group add %s AGENT".formatted(group.get()),
          "or leave the item out:  --items with the others");
    }
    MemoryItem _ =
        memory.merge(
            isNew ? Optional.empty() : Optional.of(carriage.item()),
            brought,
            group,
            by,
            approvedBy);
  }

  private static List<String> all(Returned waiting) {
    return waiting.items().stream().map(one -> one.carriage().item()).toList();
  }

  private void fate(Carriage carriage, Fate fate) {
    tx.update(
        "UPDATE absence_item SET fate = ? WHERE absence = ? AND item = ?",
        fate.toString(),
        carriage.absence(),
        carriage.item());
  }

  /** Ends a return without merging anything: the staging group is deleted, the agent goes on. */
  public Returned reject(Caller caller, Agent agent) {
    Returned waiting = requireStaged(caller, agent);
    waiting.items().forEach(one -> fate(one.carriage(), Fate.LEFT_OUT));
    return end(caller, waiting, Absence.State.REJECTED, false);
  }

  private Returned requireStaged(Caller caller, Agent agent) {
    Returned waiting = review(caller, agent);
    if (waiting.absence().state() != Absence.State.STAGED) {
      throw SocietyException.refused(
          "not_staged",
          "nothing of %s waits: the return is %s"
              .formatted(agent.name(), waiting.absence().state()));
    }
    return waiting;
  }

  private Returned end(Caller caller, Returned waiting, Absence.State state, boolean automatic) {
    Absence absence = waiting.absence();
    Agent agent = waiting.agent();
    new AgentMemory(tx, agent).unstage(absence.groupId().orElseThrow());
    tx.update(
        "UPDATE absence SET state = ?, ended_ms = ? WHERE id = ?",
        state.toString(),
        tx.nowMs(),
        absence.id());
    new Absences(tx).emit(caller, agent, absence, state.toString());
    if (agent.status() == AgentStatus.SUSPENDED) {
      Agent _ = Lifecycle.activate(tx, caller, agent, "it is back");
    }
    Returned now = review(caller, Agents.find(tx, agent.id()).orElseThrow());
    return new Returned(now.agent(), now.absence(), now.sessionsSince(), now.items(), automatic);
  }

  private Bundle bundle(Absence absence) {
    return Bundle.ofStored(tx.text(absence.bundleId().orElseThrow()).orElse(""));
  }
}
