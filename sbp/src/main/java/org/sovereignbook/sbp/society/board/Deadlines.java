package org.sovereignbook.sbp.society.board;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.TimeJudge;

/** What time itself does to tasks: leases, times for reviews and deadlines end. */
record Deadlines(Transaction tx, TaskTable tasks, Outcomes outcomes, BoardPolicy policy) {
  /**
   * No lease is longer than one that begins now, whatever the clock was set back by since it was
   * given; but a peer's, which is as long as its offer.
   */
  private static final String TOO_LONG =
      "state = 'claimed' AND worker NOT LIKE 'peer:%' AND lease_until_ms > ?";

  /** Whether there is anything to do. */
  boolean isAnyDue() {
    return tx.exists(
            "SELECT 1 FROM task WHERE due_ms IS NOT NULL AND due_ms <= ? LIMIT 1", tx.nowMs())
        || tx.exists("SELECT 1 FROM task WHERE " + TOO_LONG + " LIMIT 1", tooLongMs());
  }

  /** When a lease that is given now ends. */
  private long longestMs() {
    return tx.nowMs() + policy.leaseMs();
  }

  /** No lease that anybody has given by now ends later, if the clock went on. */
  private long tooLongMs() {
    return TimeJudge.latestMs(Duration.ofMillis(policy.leaseMs()), tx.nowMs());
  }

  /** Does what is due, what is due longest first, and passes over what others are at. */
  int settle(int most) {
    List<TaskRow> due =
        tasks.where(
            "due_ms IS NOT NULL AND due_ms <= ? ORDER BY due_ms LIMIT ?"
                + tx.dialect().skipLocked(),
            tx.nowMs(),
            most);
    for (TaskRow task : due) {
      // One that failed meanwhile because of another here is not due any more.
      settle(tasks.lock(task.id()));
    }
    List<TaskRow> tooLong =
        tasks.where(
            TOO_LONG + " ORDER BY number LIMIT ?" + tx.dialect().skipLocked(), tooLongMs(), most);
    for (TaskRow task : tooLong) {
      Move shorter = new Move(task, TaskAction.RENEW).until(longestMs());
      (task.returned() ? shorter.returned() : shorter).store(tx, tx.nowMs());
    }
    return Math.max(due.size(), tooLong.size());
  }

  /** The task as it is now that its time may be over. */
  TaskRow current(String id) {
    TaskRow task = tasks.lock(id);
    return settle(task) ? tasks.lock(id) : task;
  }

  /** Whether it did anything. */
  private boolean settle(TaskRow task) {
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
