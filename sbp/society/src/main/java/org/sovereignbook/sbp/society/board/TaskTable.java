package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.reputation.Judgment;

/** The board's tables in one transaction. Finds and locks rows, and emits events. */
record TaskTable(Transaction tx) {
  private static final int ID_CHARACTERS = 16;
  private static final int MIN_ID_CHARACTERS = 4;

  /** Returns the rows that match a condition, which includes its order and limit. */
  List<TaskRow> where(String condition, Object... parameters) {
    return TaskRow.ROWS.list(tx, "WHERE " + condition, parameters);
  }

  Optional<TaskRow> find(String id) {
    return where("id = ?", id).stream().findFirst();
  }

  /** Locks the task's row until the transaction ends, and returns it. */
  TaskRow lock(String id) {
    return where("id = ?" + tx.dialect().forUpdate(), id).stream()
        .findFirst()
        .orElseThrow(() -> unknown(id));
  }

  /** Returns the one id that begins with {@code given}. */
  String idOf(String given) {
    if (given.length() >= ID_CHARACTERS || given.length() < MIN_ID_CHARACTERS) {
      return given;
    }
    List<String> found =
        tx.texts(
            "SELECT id FROM task WHERE id >= ? AND id < ? ORDER BY id LIMIT 2", given, given + "g");
    if (found.size() > 1) {
      throw SocietyException.notFound(
          "unknown-task",
          "several tasks begin with " + PeerText.quote(given) + ": " + String.join(", ", found));
    }
    return found.isEmpty() ? given : found.getFirst();
  }

  static SocietyException unknown(String id) {
    return SocietyException.notFound(
        "unknown-task", "there is no task " + PeerText.quote(id), "what there is:  sbp task list");
  }

  /** Locks and returns the task's dependents, oldest first. */
  List<TaskRow> waitingFor(String id) {
    return where(
        "id IN (SELECT task FROM blocker WHERE blocked_by = ?) ORDER BY number"
            + tx.dialect().forUpdate(),
        id);
  }

  /**
   * Returns a task with all its direct and indirect neighbours; or the open tasks with their direct
   * neighbours.
   */
  List<TaskRow> connected(Optional<String> from, int most) {
    SequencedMap<String, TaskRow> found = new LinkedHashMap<>();
    List<TaskRow> next =
        from.isPresent()
            ? List.of(find(from.get()).orElseThrow(() -> unknown(from.get())))
            : where("state IN ('pending', 'claimed', 'review') ORDER BY number LIMIT ?", most);
    next.forEach(row -> found.put(row.id(), row));
    Deque<TaskRow> ahead = new ArrayDeque<>(next);
    while (!ahead.isEmpty() && found.size() < most) {
      String id = ahead.pop().id();
      for (TaskRow row :
          where(
              "id IN (SELECT task FROM blocker WHERE blocked_by = ?)"
                  + " OR id IN (SELECT blocked_by FROM blocker WHERE task = ?) ORDER BY number",
              id,
              id)) {
        if (found.size() < most && found.putIfAbsent(row.id(), row) == null && from.isPresent()) {
          ahead.add(row);
        }
      }
    }
    return found.values().stream().sorted(Comparator.comparingLong(TaskRow::number)).toList();
  }

  /**
   * Returns the reviewers of an attempt: those that the task names, and those asked about earlier
   * attempts.
   */
  Set<Principal> reviewers(TaskRow task) {
    return new TreeSet<>(
        tx.list(
            "SELECT reviewer FROM task_reviewer WHERE task = ? UNION SELECT reviewer FROM"
                + " task_review WHERE task = ? AND reviewer <> ? AND NOT EXISTS (SELECT 1 FROM"
                + " review_panel AS drawn WHERE drawn.task = task_review.task AND drawn.reviewer ="
                + " task_review.reviewer)",
            row -> new Principal(row.text(1)),
            task.id(),
            task.id(),
            Principal.OWNER.text()));
  }

  /** Returns the agents at places of the panel of the current attempt. */
  List<Principal> panel(TaskRow task, int from, int to) {
    return tx.list(
        "SELECT reviewer FROM review_panel WHERE task = ? AND attempt = ? AND place >= ?"
            + " AND place < ? ORDER BY place",
        row -> new Principal(row.text(1)),
        task.id(),
        task.attempt(),
        from,
        to);
  }

  /** Counts the agents of the panel that were asked about the current attempt. */
  int askedOfPanel(TaskRow task) {
    return (int)
        tx.number(
            "SELECT COUNT(*) FROM task_review JOIN review_panel AS drawn ON drawn.task ="
                + " task_review.task AND drawn.attempt = task_review.attempt AND drawn.reviewer ="
                + " task_review.reviewer WHERE task_review.task = ? AND task_review.attempt = ?",
            task.id(),
            task.attempt());
  }

  /** Returns whether a review of the current attempt was requested of the reviewer. */
  boolean isAsked(TaskRow task, Principal reviewer) {
    return tx.exists(
        "SELECT 1 FROM task_review WHERE task = ? AND attempt = ? AND reviewer = ?",
        task.id(),
        task.attempt(),
        reviewer.text());
  }

  /** Asks for a review of the current attempt, unless it was asked for before. */
  void ask(TaskRow task, Principal reviewer, Instant due) {
    boolean _ =
        TaskAttempt.ReviewRow.ROWS.insertIfNew(
            tx,
            new TaskAttempt.ReviewRow(
                task.id(),
                task.attempt(),
                reviewer,
                tx.now(),
                due,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  /** Returns the submitted scores of the current attempt. */
  List<Score> scores(TaskRow task) {
    return tx.list(
        "SELECT reviewer, score, reviewer <> ? AND NOT EXISTS (SELECT 1 FROM"
            + " task_reviewer AS own WHERE own.task = task_review.task"
            + " AND own.reviewer = task_review.reviewer) AND NOT EXISTS (SELECT 1 FROM"
            + " review_panel AS drawn WHERE drawn.task = task_review.task AND drawn.attempt ="
            + " task_review.attempt AND drawn.reviewer = task_review.reviewer)"
            + " FROM task_review WHERE task = ? AND attempt = ? AND at_ms IS NOT NULL"
            + " ORDER BY reviewer",
        row ->
            new Score(
                new Judgment.Score(new Principal(row.text(1)), (int) row.number(2)),
                row.columns().getBoolean(3)),
        Principal.OWNER.text(),
        task.id(),
        task.attempt());
  }

  /**
   * Submitted score of the current attempt.
   *
   * @param chosenByWorker whether only the worker asked for this review
   */
  record Score(Judgment.Score score, boolean chosenByWorker) {}

  /** Counts the rejected attempts of a worker at a task. */
  int rejections(TaskRow task, Principal worker) {
    return (int)
        tx.number(
            "SELECT COUNT(*) FROM task_attempt WHERE task = ? AND worker = ? AND ending ="
                + " 'rejected'",
            task.id(),
            worker.text());
  }

  /** Counts the reviewers that were asked about the current attempt. */
  int requested(TaskRow task) {
    return (int)
        tx.number(
            "SELECT COUNT(*) FROM task_review WHERE task = ? AND attempt = ?",
            task.id(),
            task.attempt());
  }

  /** Records the start of the current attempt. */
  void beginAttempt(String task, int number, Principal worker, long epoch, long fence) {
    TaskAttempt.Row.ROWS.insert(
        tx,
        new TaskAttempt.Row(
            task,
            number,
            worker,
            epoch,
            fence,
            tx.now(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  /** Ends the latest attempt, if it is under way. */
  void endAttempt(TaskRow task, String ending, Optional<String> reason) {
    Optional<String> reasonId =
        reason.isPresent() && !reason.get().isBlank()
            ? Optional.of(tx.keep(Subject.task(task.id()), "reason", reason.get()))
            : Optional.empty();
    tx.update(
        "UPDATE task_attempt SET ended_ms = ?, ending = ?, reason_id = ?"
            + " WHERE task = ? AND number = ? AND ended_ms IS NULL",
        tx.nowMs(),
        ending,
        reasonId,
        task.id(),
        task.attempt());
  }

  /**
   * Emits the event of an action.
   *
   * @param number makes the event's id unique: an attempt or a fence
   */
  void emit(TaskRow task, TaskAction action, long number, Authority by) {
    emit(task, action.kind(), action.past() + ":" + number, by, JsonObject.empty());
  }

  /** Emits an event with further fields. */
  void emit(TaskRow task, String kind, String what, Authority by, JsonObject more) {
    String prefix = "task:" + task.id() + ":";
    LedgerEvent event =
        LedgerEvent.of(prefix + what, kind, caused(task, by), subjects(task, by))
            .causedBy(prefix + TaskAction.CREATE.past())
            .with(more);
    if (!tx.append(event)) {
      throw new IllegalStateException("told twice: " + event.id());
    }
  }

  /**
   * Returns the authority for an event. A passed deadline acts on behalf of the task's cause, with
   * no more rights than that cause.
   */
  Authority caused(TaskRow task, Authority by) {
    return by.equals(Authority.SYSTEM)
        ? Access.within(tx, by, tx.authority(task.authorityId()).stream().toList())
        : by;
  }

  private static Subject[] subjects(TaskRow task, Authority by) {
    return by.principal()
        .agentId()
        .or(() -> task.worker().flatMap(Principal::agentId))
        .map(agent -> new Subject[] {Subject.task(task.id()), Subject.agent(agent)})
        .orElseGet(() -> new Subject[] {Subject.task(task.id())});
  }
}
