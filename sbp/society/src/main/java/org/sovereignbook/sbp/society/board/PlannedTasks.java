package org.sovereignbook.sbp.society.board;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.ledger.Turns;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;

/** Adds a plan to the board: all of its tasks or none. */
final class PlannedTasks {
  /** Columns of a new task that only queries read. */
  private record Turn(Optional<String> sourceEvent, Optional<String> turnOf, long turn) {}

  private static final Turns TURNS =
      new Turns("task", "turn_of", "state = 'pending' AND turn_of IS NOT NULL");

  private final Transaction tx;
  private final TaskTable tasks;
  private final BoardPolicy policy;
  private final Map<String, String> idOfKey = new HashMap<>();
  private final Map<String, TaskRow> found = new HashMap<>();
  private final Map<String, Principal> reviewers = new HashMap<>();
  private final Map<String, List<String>> problems = new TreeMap<>();

  PlannedTasks(Transaction tx, TaskTable tasks, BoardPolicy policy) {
    this.tx = tx;
    this.tasks = tasks;
    this.policy = policy;
  }

  /**
   * Adds the tasks.
   *
   * @param source the event that caused them
   * @return their ids, in the plan's order
   */
  List<String> add(Plan plan, Authority by, Optional<String> source) {
    if (plan.tasks().size() > policy.maxPlanTasks()) {
      Plan.refuse(
          "too-many-tasks",
          List.of(
              "the plan has "
                  + plan.tasks().size()
                  + " tasks; board.max_plan_tasks allows "
                  + policy.maxPlanTasks()));
    }
    List<String> ids = plan.tasks().stream().map(_ -> tx.newId()).toList();
    for (int i = 0; i < ids.size(); i++) {
      String id = ids.get(i);
      plan.tasks().get(i).key().ifPresent(key -> idOfKey.put(key, id));
    }
    for (int i = 0; i < ids.size(); i++) {
      check(plan.tasks().get(i), plan.place(i));
    }
    problems.forEach(Plan::refuse);
    String authorityId = tx.keep(by);
    Optional<String> peer = peer(by);
    for (int i = 0; i < ids.size(); i++) {
      insert(ids.get(i), plan.tasks().get(i), by, authorityId, source, peer);
    }
    return ids;
  }

  /** Returns the first peer on whose behalf the cause acts. */
  private static Optional<String> peer(Authority cause) {
    return Access.beneficiaries(cause).stream()
        .filter(one -> one.peerKey().isPresent())
        .map(Principal::text)
        .findFirst();
  }

  private void check(PlannedTask task, String place) {
    List<String> blockers = task.blockers();
    if (blockers.size() > policy.maxBlockers()) {
      problem("invalid-plan", place + "it waits for more than " + policy.maxBlockers() + " others");
    }
    for (String blocker : blockers) {
      Optional<TaskRow> row = existing(blocker, place + "it waits for ");
      if (row.isPresent()
          && (row.get().state() == TaskState.FAILED || row.get().state() == TaskState.CANCELLED)
          && !task.keepWaiting().orElse(false)) {
        problem(
            "unknown-blocker",
            place
                + "it waits for "
                + row.get().id()
                + ", which is "
                + row.get().state()
                + " (sbp task retry "
                + row.get().id()
                + ", or let it keep waiting)");
      }
    }
    if (task.parent().isPresent()) {
      Optional<TaskRow> _ = existing(task.parent().get(), place + "its parent is ");
    }
    int bytes = task.description().orElse("").getBytes(StandardCharsets.UTF_8).length;
    if (bytes > policy.maxTextBytes()) {
      problem(
          "invalid-plan",
          place + "its description is longer than " + policy.maxTextBytes() + " bytes");
    }
    task.deadline()
        .filter(deadline -> deadline.instant().toEpochMilli() <= tx.nowMs())
        .ifPresent(
            deadline ->
                problem(
                    "invalid-plan",
                    place + "its deadline is over: " + deadline + "; from now: 90m, 2h, 3d"));
    for (String reviewer : task.reviewers().orElse(List.of())) {
      if (!reviewers.containsKey(reviewer)) {
        reviewer(reviewer, place);
      }
    }
  }

  private void reviewer(String name, String place) {
    try {
      reviewers.put(name, WorkerNames.principal(tx, name));
    } catch (SocietyException e) {
      problem("unknown-agent", place + "its reviewer: " + e.getMessage());
    }
  }

  private void problem(String code, String text) {
    problems.computeIfAbsent(code, _ -> new ArrayList<>()).add(text);
  }

  /** Finds and locks an existing task that the plan names, so that its end is not missed. */
  private Optional<TaskRow> existing(String name, String what) {
    if (idOfKey.containsKey(name)) {
      return Optional.empty();
    }
    TaskRow known = found.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<TaskRow> row =
        tasks.where("id = ?" + tx.dialect().forUpdate(), name).stream().findFirst();
    row.ifPresentOrElse(
        there -> found.put(name, there),
        () -> problem("unknown-blocker", what + PeerText.quote(name) + ", which is no task"));
    return row;
  }

  private void insert(
      String id,
      PlannedTask task,
      Authority by,
      String authorityId,
      Optional<String> source,
      Optional<String> peer) {
    Subject subject = Subject.task(id);
    Optional<String> description =
        task.description().isPresent() && !task.description().get().isBlank()
            ? Optional.of(tx.keep(subject, "description", task.description().get()))
            : Optional.empty();
    int priority = task.priority().orElse(0);
    int open = 0;
    for (String blocker : task.blockers()) {
      TaskRow row = found.get(blocker);
      open += row == null || row.state() != TaskState.COMPLETED ? 1 : 0;
      tx.update("INSERT INTO blocker (task, blocked_by) VALUES (?, ?)", id, idOf(blocker));
    }
    TaskRow row =
        new TaskRow(
            id,
            new TaskRow.Texts(tx.keep(subject, "title", task.title()), description),
            new TaskRow.Conditions(
                peer.isPresent() ? Math.min(priority, policy.maxOfferedPriority()) : priority,
                task.requiredRole(),
                task.minReputation().orElse(0),
                task.parent().map(this::idOf),
                task.deadline().map(Timestamp::instant),
                task.keepWaiting().orElse(false)),
            open,
            tx.now(),
            by.principal(),
            authorityId);
    long turn = peer.isPresent() ? TURNS.next(tx, peer.get()) : 0L;
    TaskRow.ROWS.insert(tx, row, new Turn(source, peer, turn));
    for (String label : task.labels().orElse(List.of()).stream().distinct().toList()) {
      tx.update("INSERT INTO task_label (task, label) VALUES (?, ?)", id, label);
    }
    for (String reviewer : task.reviewers().orElse(List.of()).stream().distinct().toList()) {
      tx.update(
          "INSERT INTO task_reviewer (task, reviewer) VALUES (?, ?)",
          id,
          Optional.ofNullable(reviewers.get(reviewer)).orElseThrow().text());
    }
    String created = "task:" + id + ":" + TaskAction.CREATE.past();
    boolean _ =
        tx.append(LedgerEvent.of(created, TaskAction.CREATE.kind(), by, subject).causedBy(source));
  }

  private String idOf(String keyOrId) {
    return idOfKey.getOrDefault(keyOrId, keyOrId);
  }
}
