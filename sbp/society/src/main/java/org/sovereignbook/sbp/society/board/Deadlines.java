package org.sovereignbook.sbp.society.board;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.TimeJudge;

/** Leases, review times and deadlines of tasks that pass with time. */
record Deadlines(Transaction tx, TaskTable tasks, Outcomes outcomes, BoardPolicy policy) {
  /**
   * Leases that end later than one given now, because the clock was set back. A peer's lease is
   * exempt: it lasts as long as its offer.
   */
  private static final String TOO_LONG =
      "state = 'claimed' AND worker NOT LIKE 'peer:%' AND lease_until_ms > ?";

  private static final String ASIDE_PREFIX = "task:";
  private static final String ASIDE_ID = "'" + ASIDE_PREFIX + "' || task.id";

  private static final String IS_NOT_ASIDE =
      SetAsides.isNotAside(SetAsides.ItemList.OUTBOX, ASIDE_ID);

  /** Returns whether a deadline has passed. */
  boolean isAnyDue() {
    return tx.exists(
            "SELECT 1 FROM task WHERE due_ms IS NOT NULL AND due_ms <= ? LIMIT 1", tx.nowMs())
        || tx.exists("SELECT 1 FROM task WHERE " + TOO_LONG + " LIMIT 1", tooLongMs());
  }

  /** Returns when a lease that is given now ends. */
  private long longestMs() {
    return tx.nowMs() + policy.leaseMs();
  }

  /** Returns the time after which no lease can end unless the clock was set back. */
  private long tooLongMs() {
    return TimeJudge.latestMs(Duration.ofMillis(policy.leaseMs()), tx.nowMs());
  }

  /**
   * Applies passed deadlines, the longest overdue first. Skips rows that other transactions have
   * locked.
   */
  int settle(int most) {
    List<TaskRow> due =
        rows(
            "due_ms IS NOT NULL AND due_ms <= ? AND "
                + IS_NOT_ASIDE
                + " ORDER BY due_ms LIMIT ?"
                + tx.dialect().skipLocked(),
            tx.nowMs(),
            most);
    for (TaskRow task : due) {
      // A task that has failed meanwhile because of another task of this list is no longer due.
      one(task, () -> settle(tasks.lock(task.id())));
    }
    List<TaskRow> tooLong =
        rows(
            TOO_LONG
                + " AND "
                + IS_NOT_ASIDE
                + " ORDER BY number LIMIT ?"
                + tx.dialect().skipLocked(),
            tooLongMs(),
            most);
    for (TaskRow task : tooLong) {
      one(task, () -> shorten(task));
    }
    return Math.max(due.size(), tooLong.size());
  }

  private List<TaskRow> rows(String which, Object... parameters) {
    return new SetAsides(tx)
        .rows(
            SetAsides.ItemList.OUTBOX,
            "deadline",
            TaskRow.ROWS,
            ASIDE_ID,
            "WHERE " + which,
            parameters);
  }

  private void shorten(TaskRow task) {
    Move shorter = new Move(task, TaskAction.RENEW).until(longestMs());
    (task.returned() ? shorter.returned() : shorter).store(tx, tx.nowMs());
  }

  private static void one(TaskRow task, Runnable work) {
    SetAsides.run(SetAsides.ItemList.OUTBOX, ASIDE_PREFIX + task.id(), "deadline", work);
  }

  /** Returns the task after applying its deadline if that has passed. */
  TaskRow current(String id) {
    TaskRow task = tasks.lock(id);
    return settle(task) ? tasks.lock(id) : task;
  }

  /** Returns whether the task changed. */
  private boolean settle(TaskRow task) {
    if (!task.isDue(tx.now())) {
      return false;
    }
    if (task.state() == TaskState.REVIEW) {
      return outcomes.judge(task, true, Authority.SYSTEM) != ReviewGate.Verdict.WAIT;
    }
    if (task.isLate(tx.now())) {
      outcomes.fail(task, TaskFailure.DEADLINE, Optional.empty(), Authority.SYSTEM);
    } else {
      outcomes.expire(task);
    }
    return true;
  }
}
