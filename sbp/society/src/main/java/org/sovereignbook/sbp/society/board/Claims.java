package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.reputation.Reputation;

/** Rules for claiming tasks, and for the validity of claims. */
record Claims(Transaction tx, TaskTable tasks, BoardPolicy policy) {
  /** The turn of the task at a place in the order, by the task's number. */
  private static final String TURN =
      "COALESCE((SELECT here.turn FROM task AS here WHERE here.number = ?), 0)";

  /**
   * Returns the tasks that {@code worker} may claim, the next one first: at equal priority first
   * those that no peer caused, then those of peers, in turns. The condition begins with that of the
   * index {@code task_ready}, so that finished tasks are never read.
   */
  List<TaskRow> ready(Worker worker, Optional<ReadyPlace> after, int most) {
    return ready(worker, after, most, false);
  }

  private List<TaskRow> ready(Worker worker, Optional<ReadyPlace> after, int most, boolean toTake) {
    Condition condition =
        new Condition().and("state = 'pending' AND open_blockers = 0").and(mayTake(worker));
    after.ifPresent(
        place ->
            condition.and(
                "(priority < ? OR (priority = ? AND (turn > "
                    + TURN
                    + " OR (turn = "
                    + TURN
                    + " AND number > ?))))",
                place.priority(),
                place.priority(),
                place.number(),
                place.number(),
                place.number()));
    condition.text.append(" ORDER BY priority DESC, turn, number LIMIT ?");
    condition.parameters.add(most);
    if (toTake) {
      condition.text.append(tx.dialect().skipLocked());
    }
    return tasks.where(condition.text.toString(), condition.parameters.toArray());
  }

  /** Returns the task that was given back to this worker, if any. */
  List<TaskRow> returned(Worker worker, boolean toTake) {
    return tasks.where(
        "state = 'claimed' AND worker = ? AND worker_epoch = ? AND returned = 1"
            + " ORDER BY number LIMIT 1"
            + (toTake ? tx.dialect().skipLocked() : ""),
        worker.principal().text(),
        worker.epoch());
  }

  /**
   * Returns the tasks claimed by the worker's earlier incarnations, which no process will submit.
   */
  List<TaskRow> ofEarlier(Worker worker, boolean toEnd) {
    return tasks.where(
        "state = 'claimed' AND worker = ? AND worker_epoch < ? ORDER BY number"
            + (toEnd ? tx.dialect().forUpdate() : ""),
        worker.principal().text(),
        worker.epoch());
  }

  /** Claims the next task; tasks that were given back to this worker come first. */
  Optional<Claim> next(Worker worker) {
    List<TaskRow> returned = returned(worker, true);
    if (!returned.isEmpty()) {
      return Optional.of(takeUp(returned.getFirst(), worker));
    }
    List<TaskRow> ready = ready(worker, Optional.empty(), 1, true);
    return ready.isEmpty() ? Optional.empty() : Optional.of(take(ready.getFirst(), worker));
  }

  /** Claims the given task. */
  Claim one(TaskRow task, Worker worker) {
    boolean isMine = task.isWorkedOnBy(worker.principal()) && task.workerEpoch() == worker.epoch();
    if (task.state() == TaskState.CLAIMED && task.returned() && isMine) {
      return takeUp(task, worker);
    }
    if (!task.isReady()) {
      throw SocietyException.refused(
          "not-ready",
          "the task "
              + task.id()
              + (task.state() == TaskState.PENDING
                  ? " waits for " + task.tally().openBlockers() + " others"
                  : " is " + task.state()),
          "look at it:  sbp task show " + task.id(),
          "what is ready:  sbp task ready");
    }
    Condition condition = new Condition().and("id = ?", task.id()).and(mayTake(worker));
    if (tasks.where(condition.text.toString(), condition.parameters.toArray()).isEmpty()) {
      throw SocietyException.refused(
          "not-for-you",
          "the task " + task.id() + " asks for another role, more reputation or another reviewer",
          "look at it:  sbp task show " + task.id());
    }
    return take(task, worker);
  }

  private Claim take(TaskRow task, Worker worker) {
    long untilMs = tx.nowMs() + policy.leaseMs();
    Move move =
        new Move(task, TaskAction.CLAIM).newAttempt(worker.principal(), worker.epoch(), untilMs);
    move.store(tx, tx.nowMs());
    tasks.beginAttempt(task.id(), move.attempt(), worker.principal(), worker.epoch(), move.fence());
    tasks.emit(task, TaskAction.CLAIM, move.attempt(), worker.authority());
    return new Claim(task.id(), move.attempt(), move.fence(), Instant.ofEpochMilli(untilMs));
  }

  private Claim takeUp(TaskRow task, Worker worker) {
    tasks.emit(task, TaskAction.CLAIM, task.attempt(), worker.authority());
    return renew(task);
  }

  /** Renews the lease. Emits no event. */
  Claim renew(TaskRow task) {
    long untilMs = tx.nowMs() + policy.leaseMs();
    new Move(task, TaskAction.RENEW).until(untilMs).store(tx, tx.nowMs());
    return new Claim(task.id(), task.attempt(), task.fence(), Instant.ofEpochMilli(untilMs));
  }

  /**
   * Requires that the worker holds the task with this token.
   *
   * @throws SocietyException {@code stale-claim}, with the present state of the task
   */
  static void require(TaskRow task, Worker worker, long fence) {
    if (task.fence() != fence) {
      throw stale(
          task, "the claim " + fence + " of the task " + task.id() + " is over: " + now(task));
    }
    if (!task.isWorkedOnBy(worker.principal())) {
      throw stale(task, "the task " + task.id() + " is not yours: " + now(task));
    }
  }

  private static SocietyException stale(TaskRow task, String message) {
    return SocietyException.refused(
        "stale-claim",
        message,
        "drop this result, or look:  sbp task show " + task.id(),
        "take another:  sbp task claim");
  }

  private static String now(TaskRow task) {
    return switch (task.state()) {
      case PENDING -> "it is on the board again";
      case CLAIMED, REVIEW ->
          "attempt "
              + task.attempt()
              + " is "
              + (task.state() == TaskState.CLAIMED ? "under way" : "in review");
      case COMPLETED -> "it is completed";
      case FAILED -> "it has failed";
      case CANCELLED -> "it was cancelled";
    };
  }

  /** Returns the condition on roles, reputation, and that another worker can review the task. */
  private Condition mayTake(Worker worker) {
    String me = worker.principal().text();
    Condition condition = new Condition();
    if (!worker.isOwner()) {
      // PostgreSQL refuses an empty IN ().
      String anyOf =
          String.join("", worker.roles().stream().map(_ -> " OR required_role = ?").toList());
      condition.and("(required_role IS NULL" + anyOf + ")", worker.roles().toArray());
      if (worker.principal().peerKey().isEmpty()) {
        condition.and("min_reputation <= ?", reputation(worker));
      }
    }
    if (!worker.scope().anybodys()) {
      condition.and("required_role IS NOT NULL");
    }
    for (String authority : worker.scope().notOf()) {
      condition.and("authority_id <> ?", authority);
    }
    if (worker.scope().label().isPresent()) {
      condition.and(
          "EXISTS (SELECT 1 FROM task_label WHERE task_label.task = task.id AND label = ?)",
          worker.scope().label().get());
    }
    if (!worker.takesOffers()) {
      condition.and("origin_peer IS NULL");
    }
    return condition.and(
        "(NOT EXISTS (SELECT 1 FROM task_reviewer WHERE task_reviewer.task = task.id AND reviewer ="
            + " ?) OR EXISTS (SELECT 1 FROM task_reviewer WHERE task_reviewer.task = task.id AND"
            + " reviewer <> ?))",
        me,
        me);
  }

  /** Returns the worker's composite score without its decimals. */
  private long reputation(Worker worker) {
    return (long) Reputation.in(tx).standing(worker.principal()).scores().composite();
  }

  /** Parts of a WHERE clause, joined by AND, and their parameters. */
  private static final class Condition {
    private final StringBuilder text = new StringBuilder();
    private final List<Object> parameters = new ArrayList<>();

    private Condition and(String part, Object... values) {
      text.append(text.isEmpty() ? "" : " AND ").append(part);
      parameters.addAll(List.of(values));
      return this;
    }

    private Condition and(Condition other) {
      return and(other.text.toString(), other.parameters.toArray());
    }
  }
}
