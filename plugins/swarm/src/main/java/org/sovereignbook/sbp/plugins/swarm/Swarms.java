package org.sovereignbook.sbp.plugins.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.MemoryScope;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.team.TeamBudget;
import org.sovereignbook.sbp.plugins.team.TeamGroup;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.ItemPointer;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.memory.GroupMemory;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.LongNote;
import org.sovereignbook.sbp.society.memory.MemoryHolder;

/** Swarms from their creation to their end (CORDELIA §4.4). Each method is one change. */
record Swarms(Transaction tx) {
  /** The event of a task's end, for members of the group that want it. */
  static final String TASK_COMPLETE = "swarm.task_complete";

  /** Tools that every agent of a team needs for its part on the board. */
  private static final Globs NEEDED =
      Globs.of(
          "mail_ack",
          "mail_read",
          "mail_send",
          "memory_search",
          "swarm_disband",
          "swarm_status",
          "task_add",
          "task_claim",
          "task_fail",
          "task_release",
          "task_renew",
          "task_submit");

  /**
   * Creates a swarm, its group, its agents and their tasks, all or nothing.
   *
   * @throws SocietyException with {@code swarm_exists}, {@code capability_denied}, and the codes of
   *     groups and registrations
   */
  public Swarm create(Caller caller, SwarmManifest manifest) {
    if (find(manifest.swarmId()).isPresent()) {
      throw SocietyException.refused(
          "swarm_exists",
          "the id " + PeerText.quote(manifest.swarmId()) + " is taken, or was: an id is used once");
    }
    Groups.Seen group =
        Groups.create(tx, caller, manifest.group(), manifest.swarmId(), manifest.wholeCulture());
    String pointer = TeamGroup.put(tx, caller, group.group().id(), "goal", manifest.goal());
    List<Agent> agents = new ArrayList<>();
    List<Swarm.SwarmAgent> workers = new ArrayList<>();
    List<SwarmTasks.Doer> doers = new ArrayList<>();
    for (SwarmManifest.Slot slot : manifest.agents()) {
      for (int i = 1; i <= slot.number(); i++) {
        Agent agent = register(caller, manifest, slot, i);
        doers.add(new SwarmTasks.Doer(agent.name(), manifest.agents().indexOf(slot)));
        workers.add(
            new Swarm.SwarmAgent(manifest.swarmId(), workers.size(), slot.slot(), agent.id()));
        agents.add(agent);
        join(caller, manifest, agent, GroupRole.MEMBER);
      }
    }
    Optional<Swarm.SwarmAgent> leader =
        workers.stream()
            .filter(one -> manifest.leader().equals(Optional.of(one.slot())))
            .findFirst();
    Principal parent = MemoryHolder.of(caller).principal();
    Swarm swarm =
        new Swarm(
            manifest.swarmId(),
            group.group().id(),
            "swarm:" + tx.newId(),
            manifest.strategy(),
            parent,
            leader
                .map(Swarm.SwarmAgent::principal)
                .or(() -> coordinator(caller, manifest))
                .orElse(parent),
            leader.isPresent(),
            String.join(" ", ItemPointer.items(pointer)),
            Optional.empty(),
            Swarm.State.OPEN,
            tx.nowMs(),
            Optional.empty());
    Swarm.ROWS.insert(tx, swarm, tx.cause(caller.authority()));
    workers.forEach(one -> Swarm.SwarmAgent.ROWS.insert(tx, one));
    Optional<String> leaderName = leader.map(one -> agents.get(one.number()).name());
    List<String> _ =
        Board.in(tx)
            .add(
                SwarmTasks.of(swarm, leaderName).first(swarm.strategy(), doers),
                Worker.of(caller),
                Optional.empty());
    emit(caller, swarm, "created", JsonObject.empty());
    return swarm;
  }

  private void join(Caller caller, SwarmManifest manifest, Agent agent, GroupRole role) {
    Groups.Seen _ =
        Groups.add(tx, caller, manifest.group(), MemoryHolder.of(tx, agent.principal()), role);
  }

  private Agent register(Caller caller, SwarmManifest manifest, SwarmManifest.Slot slot, int i) {
    String name =
        Registration.nameFor(tx, slot.number() == 1 ? slot.slot() : slot.slot() + "-" + i);
    Capabilities usual = Registration.usualWithin(caller.capabilities());
    Capabilities declared =
        capabilities(slot.declared().orElse(usual), caller.capabilities(), manifest.group());
    return new Registration(
            name,
            AgentType.SWARM_WORKER,
            Optional.empty(),
            Optional.of(slot.declared().isEmpty() ? onlyGroup(declared, manifest) : declared),
            AgentReach.NODE,
            AgentReach.NODE,
            Optional.empty())
        .register(tx, caller)
        .agent();
  }

  /** Adds what every agent of a swarm has: its tasks, its mail, the group. */
  private static Capabilities capabilities(Capabilities declared, Capabilities most, String group) {
    MemoryScope ofGroup = MemoryScope.ofGroup(group);
    return new Capabilities(
        declared.memoryRead().plus(ofGroup),
        declared.memoryWrite().plus(ofGroup),
        declared.tools().plus(NEEDED.meet(most.tools())),
        declared.maxParallelOps(),
        declared.ttlSeconds(),
        declared.autonomous());
  }

  private static Capabilities onlyGroup(Capabilities declared, SwarmManifest manifest) {
    MemoryScope ofGroup = MemoryScope.ofGroup(manifest.group());
    return new Capabilities(
        ofGroup,
        ofGroup,
        declared.tools(),
        declared.maxParallelOps(),
        declared.ttlSeconds(),
        declared.autonomous());
  }

  private Optional<Principal> coordinator(Caller caller, SwarmManifest manifest) {
    if (manifest.coordinatorAgentId().isEmpty()) {
      return Optional.empty();
    }
    Agent agent = Agents.named(tx, manifest.coordinatorAgentId().get());
    if (!agent.principal().equals(MemoryHolder.of(caller).principal())) {
      ToolRights.requireAbove(tx, caller, agent);
      join(caller, manifest, agent, GroupRole.ADMIN);
    }
    return Optional.of(agent.principal());
  }

  public Optional<Swarm> find(String id) {
    return Swarm.ROWS.first(tx, "WHERE id = ?", id);
  }

  /**
   * Returns a swarm that the caller may know of: as the owner, its parent, its coordinator, or one
   * of its agents.
   *
   * @throws SocietyException with {@code swarm_not_found}, also for a swarm of others
   */
  public Swarm seen(Caller caller, String id) {
    return find(id)
        .filter(swarm -> isSeen(caller, swarm))
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "swarm_not_found",
                    "no swarm of the caller's is called " + PeerText.quote(id),
                    "its swarms:  sbp swarm list"));
  }

  private boolean isSeen(Caller caller, Swarm swarm) {
    return isLed(caller, swarm)
        || swarm.workers(tx).stream().anyMatch(one -> one.principal().equals(caller.principal()));
  }

  /** Returns whether the caller may end the swarm. */
  private static boolean isLed(Caller caller, Swarm swarm) {
    return caller.isUnbounded()
        || caller.principal().equals(swarm.parent())
        || caller.principal().equals(swarm.coordinator());
  }

  /** Returns the swarms that the caller may know of, the newest first. */
  public Stream<Swarm> list(Caller caller) {
    return Swarm.ROWS.list(tx, "WHERE 1 = 1 ORDER BY created_ms DESC, id").stream()
        .filter(swarm -> isSeen(caller, swarm));
  }

  /**
   * Ends a swarm: merges its findings if nobody has, cancels what is open, deactivates its agents,
   * and closes its group.
   *
   * @param synthesis the merged findings; a list of all findings if it is absent
   * @param isKept whether the group stays readable for the parent; otherwise it becomes a tombstone
   * @return false if it had ended before
   */
  public boolean disband(
      Caller caller, String id, Optional<String> synthesis, boolean isKept, String reason) {
    Swarm swarm = seen(caller, id);
    if (!isLed(caller, swarm)) {
      throw SocietyException.refused(
          "unauthorized", "only its coordinator and its parent disband the swarm " + id);
    }
    if (swarm.state() == Swarm.State.DISBANDED) {
      return false;
    }
    Swarm merged =
        synthesis.isPresent() || swarm.synthesisItem().isEmpty()
            ? merge(swarm, synthesis, caller)
            : swarm;
    become(merged, Swarm.State.DISBANDED);
    for (Task task : swarm.tasks(tx)) {
      if (task.state().isOpen()) {
        boolean _ = Board.in(tx).cancel(task.id(), reason, Worker.of(Caller.owner("swarm")));
      }
    }
    List<Swarm.SwarmAgent> workers = swarm.workers(tx);
    for (Swarm.SwarmAgent one : workers) {
      Optional<Agent> agent = Agents.find(tx, one.agent());
      if (one.principal().equals(caller.principal())) {
        Lifecycle.endWithTask(tx, one.agent());
      } else if (agent.isPresent() && agent.get().status().mayBecome(AgentStatus.DEACTIVATED)) {
        Agent _ = Lifecycle.deactivate(tx, Caller.system(), agent.get(), "its swarm is disbanded");
      }
    }
    new GroupMemory(tx, swarm.groupId())
        .close(workers.stream().map(Swarm.SwarmAgent::principal).toList(), isKept);
    emit(caller, swarm, "disbanded", JsonObject.empty());
    return true;
  }

  /** Reacts to the end of one of its tasks, in the same transaction. */
  void ended(Swarm swarm, Task task, Authority by) {
    if (swarm.state() == Swarm.State.DISBANDED) {
      return;
    }
    announce(swarm, task, by);
    Optional<String> leader = swarm.leader(tx).map(this::name);
    boolean isLeaders = leader.isPresent() && task.row().requiredRole().equals(leader);
    List<Task> tasks = swarm.tasks(tx);
    List<String> parts =
        tasks.stream()
            .filter(one -> one.row().parent().equals(Optional.of(task.id())))
            .map(Task::id)
            .toList();
    if (isLeaders && task.state() == TaskState.COMPLETED && !parts.isEmpty()) {
      add(SwarmTasks.of(swarm, leader).next(task.id(), parts), task);
    } else if (tasks.stream().noneMatch(one -> one.state().isOpen())
        && !goesOn(swarm, task, tasks, leader)) {
      finish(swarm, tasks, leader);
    }
  }

  /** Adds the next round of a broadcast, or its synthesis. Returns whether there is one. */
  private boolean goesOn(Swarm swarm, Task last, List<Task> tasks, Optional<String> leader) {
    if (swarm.strategy() != SwarmStrategy.BROADCAST
        || tasks.stream().anyMatch(one -> one.state() != TaskState.COMPLETED)
        || tasks.stream().anyMatch(one -> leader.isPresent() && isOf(one, leader.get()))) {
      return false;
    }
    SwarmRounds rounds =
        new SwarmRounds(
            tasks,
            swarm.workers(tx).stream()
                .map(this::name)
                .filter(name -> !leader.equals(Optional.of(name)))
                .toList());
    SwarmTasks next = SwarmTasks.of(swarm, leader);
    if (rounds.goesOn(tx, new TeamBudget(tx, swarm.label()), task -> shown(swarm, task))) {
      add(next.round(rounds.number() + 1, rounds.doers()), last);
      return true;
    }
    leader.ifPresent(_ -> add(next.synthesis(tasks.stream().map(Task::id).toList()), last));
    return leader.isPresent();
  }

  private static boolean isOf(Task task, String name) {
    return task.row().requiredRole().equals(Optional.of(name));
  }

  private String shown(Swarm swarm, Task task) {
    return result(task).map(text -> TeamGroup.text(tx, swarm.groupId(), text)).orElse("");
  }

  /** Adds tasks for the sake of one that has ended. */
  private void add(Plan plan, Task ended) {
    List<String> _ =
        Board.in(tx)
            .add(
                plan,
                Worker.of(Caller.owner("swarm"))
                    .onBehalfOf(tx.authority(ended.row().authorityId()).orElseThrow()),
                Optional.empty());
  }

  private String name(Swarm.SwarmAgent worker) {
    return Agents.find(tx, worker.agent()).map(Agent::name).orElse(worker.slot());
  }

  private void announce(Swarm swarm, Task task, Authority by) {
    Optional<String> agent = task.row().worker().flatMap(Principal::agentId);
    JsonObject.Builder more = JsonObject.builder();
    agent.ifPresent(id -> more.put("agent_id", id));
    more.put("result", task.state().toString()).put("task_id", task.id());
    result(task).stream()
        .flatMap(text -> ItemPointer.items(text).stream())
        .findFirst()
        .ifPresent(item -> more.put("item_id", item));
    tx.append(
        LedgerEvent.of(
                "swarm:%s:task:%s:%d:%s"
                    .formatted(swarm.label(), task.id(), task.row().fence(), task.state()),
                TASK_COMPLETE,
                by,
                new Subject("swarm", swarm.id()))
            .with(ids(swarm, more.build())));
  }

  private static JsonObject ids(Swarm swarm, JsonObject more) {
    return more.with("swarm_id", swarm.id()).with("group_id", swarm.groupId());
  }

  private Optional<String> result(Task task) {
    return Board.in(tx).attempts(task.id()).reversed().stream()
        .flatMap(one -> one.result().stream())
        .findFirst();
  }

  /** Ends the work: the findings are merged before any agent ends. */
  private void finish(Swarm swarm, List<Task> tasks, Optional<String> leader) {
    if (tasks.stream().anyMatch(task -> task.state() != TaskState.COMPLETED)) {
      become(swarm, Swarm.State.FAILED);
      return;
    }
    List<String> merged =
        tasks.reversed().stream()
            .filter(task -> leader.isPresent() && task.row().requiredRole().equals(leader))
            .map(task -> result(task).map(ItemPointer::items).orElse(List.of()))
            .filter(items -> !items.isEmpty())
            .findFirst()
            .orElse(List.of());
    Swarm done =
        merged.isEmpty() ? merge(swarm, Optional.empty(), Caller.system()) : keep(swarm, merged);
    become(done, Swarm.State.COMPLETE);
    swarm.workers(tx).forEach(one -> Lifecycle.endWithTask(tx, one.agent()));
  }

  /** Opens a swarm again whose task is retried. */
  void reopen(Swarm swarm) {
    if (swarm.state() == Swarm.State.FAILED) {
      become(swarm, Swarm.State.OPEN);
    }
  }

  private Swarm merge(Swarm swarm, Optional<String> given, Caller caller) {
    Principal author =
        given.isPresent() ? MemoryHolder.of(caller).principal() : swarm.coordinator();
    GroupMemory memory = new GroupMemory(tx, swarm.groupId());
    String text = given.orElseGet(() -> findings(swarm));
    List<String> items = new ArrayList<>();
    for (ItemDraft part : LongNote.of(tx.config(), "Findings of " + swarm.id(), text)) {
      items.add(memory.put(part, caller.authority(), swarm.parent(), author).id());
    }
    return keep(swarm, items);
  }

  private String findings(Swarm swarm) {
    return swarm.tasks(tx).stream()
        .filter(task -> task.state() == TaskState.COMPLETED)
        .filter(task -> !SwarmRounds.isNothing(shown(swarm, task)))
        .map(task -> "# %s%n%n%s".formatted(task.worker().orElse(""), shown(swarm, task)))
        .collect(Collectors.joining("\n\n", "Findings of " + swarm.id() + "\n\n", "\n"));
  }

  /**
   * Records the merged findings, which may be made of all that the group has, and copies them into
   * the parent's private memory.
   */
  private Swarm keep(Swarm swarm, List<String> items) {
    tx.update(
        "UPDATE swarm SET synthesis_item = ? WHERE id = ?", String.join(" ", items), swarm.id());
    GroupMemory memory = new GroupMemory(tx, swarm.groupId());
    for (String item : items) {
      memory.followAll(item);
      memory.copyTo(
          memory.item(item).orElseThrow(),
          swarm.parent(),
          "swarm-" + swarm.id() + "-" + tx.newId());
    }
    return find(swarm.id()).orElseThrow();
  }

  private void become(Swarm swarm, Swarm.State state) {
    tx.update(
        "UPDATE swarm SET state = ?, ended_ms = ? WHERE id = ?",
        state.toString(),
        state == Swarm.State.OPEN ? Optional.empty() : Optional.of(tx.nowMs()),
        swarm.id());
  }

  private void emit(Caller caller, Swarm swarm, String what, JsonObject more) {
    tx.append(
        LedgerEvent.of(
                "swarm:" + swarm.label() + ":" + what,
                "swarm." + what,
                caller.authority(),
                new Subject("swarm", swarm.id()))
            .with(ids(swarm, more)));
  }

  /** Progress of one agent. */
  public record AgentProgress(Agent agent, String slot, int tasks, int done) {
    public int perMille() {
      return tasks == 0 ? 0 : 1_000 * done / tasks;
    }
  }

  /** A swarm as it is shown. */
  public record Status(Swarm swarm, Swarm.Phase phase, List<AgentProgress> agents, int items) {}

  public Status status(Swarm swarm) {
    List<Task> tasks = swarm.tasks(tx);
    List<AgentProgress> agents = new ArrayList<>();
    for (Swarm.SwarmAgent worker : swarm.workers(tx)) {
      Agent agent = Agents.find(tx, worker.agent()).orElseThrow();
      List<Task> own =
          tasks.stream()
              .filter(
                  task ->
                      task.row().requiredRole().equals(Optional.of(agent.name()))
                          || task.row().worker().equals(Optional.of(agent.principal())))
              .toList();
      int done = (int) own.stream().filter(it -> it.state() == TaskState.COMPLETED).count();
      agents.add(new AgentProgress(agent, worker.slot(), own.size(), done));
    }
    return new Status(
        swarm,
        swarm.phase(tasks, swarm.leader(tx).map(this::name)),
        agents,
        new GroupMemory(tx, swarm.groupId()).count());
  }
}
