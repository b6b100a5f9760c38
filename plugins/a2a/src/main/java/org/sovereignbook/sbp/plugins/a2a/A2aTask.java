package org.sovereignbook.sbp.plugins.a2a;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Task of a client.
 *
 * @param id that of the task on the board; one of its own in a session, and when it was rejected
 * @param client {@link A2aClient#key}
 * @param agent the agent's id
 * @param reason why it was rejected
 * @param changed the number of its newest event
 */
record A2aTask(
    String id,
    String client,
    String context,
    String agent,
    Way way,
    A2aState state,
    String reason,
    long changed,
    Instant changedAt) {
  static final Rows<A2aTask> ROWS = new Rows<>("a2a_task", A2aTask.class);

  /** Condition on the tasks that have not ended. */
  static final String OPEN = "state NOT IN ('completed', 'failed', 'canceled', 'rejected')";

  /** Stores a new task with its first event. */
  static A2aTask add(
      Transaction tx,
      String id,
      A2aCall call,
      String context,
      Optional<String> rejected,
      Authority by) {
    A2aState state = rejected.isPresent() ? A2aState.REJECTED : A2aState.SUBMITTED;
    A2aTask task =
        new A2aTask(
            id,
            call.client().key(),
            context,
            call.agent().agent().id().hex(),
            call.agent().opening().way(),
            state,
            rejected.orElse(""),
            happened(tx, id, state.toString()),
            tx.now());
    ROWS.insert(tx, task, tx.cause(by));
    return task;
  }

  private static long happened(Transaction tx, String id, String what) {
    TaskEvent.ROWS.insert(tx, new TaskEvent(0, id, what, tx.now()));
    return tx.number("SELECT MAX(number) FROM a2a_event WHERE task = ?", id);
  }

  /** Returns a client's task. Of others nobody learns whether they exist. */
  static A2aTask of(Transaction tx, A2aCall call, String id) {
    return ROWS.first(
            tx,
            "WHERE id = ? AND client = ? AND agent = ?",
            id,
            call.client().key(),
            call.agent().agent().id().hex())
        .orElseThrow(() -> A2aError.TASK_NOT_FOUND.because("there is no such task of yours"));
  }

  /**
   * Returns a task that no other transaction follows until this one has ended, so that its events
   * get their numbers in the order in which others see them.
   */
  static Optional<A2aTask> locked(Transaction tx, String id) {
    return ROWS.list(tx, "WHERE id = ?" + tx.dialect().forUpdate(), id).stream().findFirst();
  }

  /** Returns the events of the task after a number, the oldest first. */
  List<TaskEvent> after(Transaction tx, long number) {
    return TaskEvent.ROWS.list(
        tx, "WHERE task = ? AND number > ? ORDER BY number LIMIT 100", id, number);
  }

  /** Stores that it has another state now. */
  void become(Transaction tx, A2aState now) {
    if (now == A2aState.COMPLETED) {
      long _ = happened(tx, id, TaskEvent.ARTIFACT);
    }
    tx.update(
        "UPDATE a2a_task SET state = ?, changed = ?, changed_ms = ? WHERE id = ?",
        now.toString(),
        happened(tx, id, now.toString()),
        tx.nowMs(),
        id);
  }
}
