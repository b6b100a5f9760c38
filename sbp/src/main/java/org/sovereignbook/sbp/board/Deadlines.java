package org.sovereignbook.sbp.board;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Transaction;

/** What time itself does to tasks: leases, times for reviews and deadlines end. */
final class Deadlines {
  private final Transaction tx;
  private final TaskTable tasks;
  private final Outcomes outcomes;

  Deadlines(Transaction tx, TaskTable tasks, Outcomes outcomes) {
    this.tx = tx;
    this.tasks = tasks;
    this.outcomes = outcomes;
  }

  /** Whether there is anything to do. */
  boolean isAnyDue() throws SQLException {
    return tx.sql()
        .exists("SELECT 1 FROM task WHERE due_ms IS NOT NULL AND due_ms <= ? LIMIT 1", tx.nowMs());
  }

  /** Does what is due, what is due longest first, and passes over what others are at. */
  int settle(int most) throws SQLException {
    List<TaskRow> due =
        tasks.where(
            "due_ms IS NOT NULL AND due_ms <= ? ORDER BY due_ms LIMIT ?"
                + tx.sql().dialect().skipLocked(),
            tx.nowMs(),
            most);
    for (TaskRow task : due) {
      // One that failed meanwhile because of another here is not due any more.
      settle(tasks.lock(task.id()));
    }
    return due.size();
  }

  /** The task as it is now that its time may be over. */
  TaskRow current(String id) throws SQLException {
    TaskRow task = tasks.lock(id);
    return settle(task) ? tasks.lock(id) : task;
  }

  /** Whether it did anything. */
  private boolean settle(TaskRow task) throws SQLException {
    if (!task.isDue(tx.nowMs())) {
      return false;
    }
    if (task.state() == TaskState.REVIEW) {
      return outcomes.judge(task, true, Authority.SYSTEM) != ReviewGate.Verdict.WAIT;
    }
    if (task.deadlineMs().filter(ms -> ms <= tx.nowMs()).isPresent()) {
      outcomes.fail(task, TaskFailure.DEADLINE, Optional.empty(), Authority.SYSTEM);
    } else {
      outcomes.expire(task);
    }
    return true;
  }
}
