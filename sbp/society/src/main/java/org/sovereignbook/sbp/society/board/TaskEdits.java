package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** Changes of a task that is on the board: its texts and values, and what it waits for. */
record TaskEdits(Transaction tx, TaskTable tasks, BoardPolicy policy) {
  void edit(TaskRow task, TaskChange change, Authority by) {
    require(change);
    Subject subject = Subject.task(task.id());
    change.title().ifPresent(text -> set(task, "title_id", tx.keep(subject, "title", text)));
    change
        .description()
        .ifPresent(text -> set(task, "description_id", tx.keep(subject, "description", text)));
    change.priority().ifPresent(value -> set(task, "priority", value));
    change.requiredRole().ifPresent(value -> set(task, "required_role", value));
    Optional<Long> deadline = change.deadline().map(Timestamp::instant).map(Instant::toEpochMilli);
    if (deadline.isPresent()) {
      set(task, "deadline_ms", deadline.get());
      if (task.state() == TaskState.PENDING) {
        set(task, "due_ms", deadline.get());
      }
    }
    if (!change.labels().isEmpty()) {
      tx.update("DELETE FROM task_label WHERE task = ?", task.id());
      for (String label : change.labels().stream().distinct().toList()) {
        tx.update("INSERT INTO task_label (task, label) VALUES (?, ?)", task.id(), label);
      }
    }
    narrow(task, by);
    emit(task, "edited", by);
  }

  /**
   * Bounds the task's authority by that of an agent that changes it: text that the agent has read
   * since then must not gain the rights of the task.
   */
  private void narrow(TaskRow task, Authority by) {
    Optional<Authority> before = tx.authority(task.authorityId());
    if (before.isPresent() && !by.principal().equals(Principal.OWNER)) {
      Authority bounded = Access.within(tx, before.get(), List.of(by));
      set(task, "authority_id", tx.keep(bounded));
    }
  }

  /** Refuses what a new task could not have either. */
  private void require(TaskChange change) {
    Optional<Timestamp> deadline = change.deadline();
    if (deadline.filter(at -> at.instant().toEpochMilli() <= tx.nowMs()).isPresent()) {
      throw SocietyException.wrong(
          "invalid-plan", "its deadline is over: " + deadline.get() + "; from now: 90m, 2h, 3d");
    }
    change.description().ifPresent(policy::requireShort);
    PlannedTask.Builder task =
        PlannedTask.with(change.title().orElse("unchanged"))
            .description(change.description())
            .priority(change.priority())
            .labels(Optional.of(change.labels()))
            .requiredRole(change.requiredRole());
    change.deadline().ifPresent(task::deadline);
    try {
      PlannedTask _ = task.build();
    } catch (IllegalArgumentException e) {
      throw SocietyException.wrong("invalid-plan", String.valueOf(e.getMessage()));
    }
  }

  private void set(TaskRow task, String column, Object value) {
    tx.update("UPDATE task SET " + column + " = ? WHERE id = ?", value, task.id());
  }

  private void emit(TaskRow task, String what, Authority by) {
    tasks.emit(task, "task." + what, what + ":" + tx.newId(), by, JsonObject.empty());
  }

  boolean waitFor(TaskRow task, TaskRow blocker, Authority by) {
    if (task.state() != TaskState.PENDING) {
      throw Board.refused(
          "invalid_transition",
          "the task %s is %s, and cannot be made to wait".formatted(task.id(), task.state()),
          "first:  sbp task release " + task.id());
    }
    if (waitsFor(task.id(), blocker.id())) {
      return false;
    }
    if (reaches(blocker.id(), task.id())) {
      throw Board.refused(
          "circular",
          "the task %s waits for %s already, directly or through others"
              .formatted(blocker.id(), task.id()),
          "see:  sbp task graph " + task.id());
    }
    boolean isLost = blocker.state() == TaskState.FAILED || blocker.state() == TaskState.CANCELLED;
    if (isLost && !task.conditions().keepWaiting()) {
      throw Board.refused(
          "unknown-blocker",
          "the task %s is %s".formatted(blocker.id(), blocker.state()),
          "first:  sbp task retry " + blocker.id());
    }
    if (blockers(task.id()).size() >= policy.maxBlockers()) {
      throw Board.refused(
          "too-many-blockers", "it waits for " + policy.maxBlockers() + " others already");
    }
    tx.update("INSERT INTO blocker (task, blocked_by) VALUES (?, ?)", task.id(), blocker.id());
    recount(task);
    emit(task, "waits", by);
    return true;
  }

  boolean waitNoMore(TaskRow task, String blocker, Authority by) {
    int gone =
        tx.update("DELETE FROM blocker WHERE task = ? AND blocked_by = ?", task.id(), blocker);
    if (gone == 0) {
      return false;
    }
    recount(task);
    emit(task, "waits_no_more", by);
    return true;
  }

  private void recount(TaskRow task) {
    tx.update(
        "UPDATE task SET open_blockers = (SELECT COUNT(*) FROM blocker JOIN task AS other ON"
            + " other.id = blocker.blocked_by WHERE blocker.task = ? AND other.state <>"
            + " 'completed') WHERE id = ?",
        task.id(),
        task.id());
  }

  private boolean waitsFor(String task, String blocker) {
    return tx.exists("SELECT 1 FROM blocker WHERE task = ? AND blocked_by = ?", task, blocker);
  }

  private List<String> blockers(String task) {
    return tx.texts("SELECT blocked_by FROM blocker WHERE task = ? ORDER BY blocked_by", task);
  }

  /** Returns whether a task is another one, or waits for it through any number of others. */
  private boolean reaches(String from, String to) {
    Set<String> seen = new HashSet<>();
    Deque<String> ahead = new ArrayDeque<>(List.of(from));
    while (!ahead.isEmpty()) {
      String next = ahead.pop();
      if (next.equals(to)) {
        return true;
      }
      if (seen.add(next)) {
        ahead.addAll(blockers(next));
      }
    }
    return false;
  }
}
