package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.sql.Sql;

/**
 * One action on one task: the row before it, and the changes. Only {@link #store} changes the
 * table, and only if the row has not changed meanwhile. Not thread-safe.
 */
final class Move {
  private final TaskRow row;
  private final TaskAction action;
  private int attempt;
  private long fence;
  private Optional<Principal> worker;
  private long epoch;
  private boolean returned;
  private Optional<Long> untilMs = Optional.empty();
  private int rejections;
  private int expiries;
  private Optional<String> failure = Optional.empty();

  /**
   * Begins a move.
   *
   * @throws SocietyException when the action does not start from the row's state
   */
  Move(TaskRow row, TaskAction action) {
    if (!action.isAllowedFrom(row.state())) {
      throw SocietyException.refused(
          "invalid_transition",
          "the task " + row.id() + " is " + row.state() + " and cannot be " + action.past(),
          "look at it:  sbp task show " + row.id());
    }
    this.row = row;
    this.action = action;
    this.attempt = row.attempt();
    this.fence = row.fence();
    this.worker = row.worker();
    this.epoch = row.workerEpoch();
    this.rejections = row.tally().rejections();
    this.expiries = row.tally().expiries();
  }

  /** Takes a new fence, so that holders of earlier tokens are refused. */
  Move newFence() {
    fence++;
    return this;
  }

  /** Begins a new attempt with a new token and lease. */
  Move newAttempt(Principal by, long byEpoch, long leaseUntilMs) {
    attempt++;
    worker = Optional.of(by);
    epoch = byEpoch;
    return newFence().until(leaseUntilMs);
  }

  /** Marks the task as given back to its worker. */
  Move returned() {
    returned = true;
    return this;
  }

  /** Sets when the lease, or the time for reviews, ends. */
  Move until(long ms) {
    untilMs = Optional.of(ms);
    return this;
  }

  /** Removes the worker. */
  Move withoutWorker() {
    worker = Optional.empty();
    return this;
  }

  Move rejectedOnceMore() {
    rejections++;
    return this;
  }

  Move expiredOnceMore() {
    expiries++;
    return this;
  }

  /** Resets the counts of rejections and expiries, and removes the worker. */
  Move withoutCounts() {
    rejections = 0;
    expiries = 0;
    return withoutWorker();
  }

  Move because(TaskFailure why) {
    failure = Optional.of(why.toString());
    return this;
  }

  long fence() {
    return fence;
  }

  int attempt() {
    return attempt;
  }

  void store(Sql sql, long nowMs) {
    TaskState to = action.to();
    int changed =
        sql.update(
            "UPDATE task SET state = ?, attempt = ?, fence = ?, worker = ?, worker_epoch = ?,"
                + " returned = ?, lease_until_ms = ?, due_ms = ?, rejections = ?, expiries = ?,"
                + " failure = ?, finished_ms = ? WHERE id = ? AND state = ? AND fence = ?",
            to.toString(),
            attempt,
            fence,
            worker.map(Principal::text),
            epoch,
            returned ? 1 : 0,
            untilMs.filter(_ -> to == TaskState.CLAIMED),
            dueMs(to),
            rejections,
            expiries,
            failure,
            to.isOpen() ? Optional.empty() : Optional.of(nowMs),
            row.id(),
            row.state().toString(),
            row.fence());
    if (changed != 1) {
      throw new IllegalStateException("the locked task " + row.id() + " has changed");
    }
  }

  private Optional<Long> dueMs(TaskState to) {
    boolean mayBeLate = to == TaskState.PENDING || to == TaskState.CLAIMED;
    Optional<Long> deadline = row.deadline().map(Instant::toEpochMilli).filter(_ -> mayBeLate);
    Optional<Long> until = untilMs.filter(_ -> to.isOpen());
    return until
        .map(ms -> deadline.map(other -> Math.min(ms, other)).orElse(ms))
        .or(() -> deadline);
  }
}
