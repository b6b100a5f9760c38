package org.sovereignbook.sbp.authority.access;

import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Withdrawal of the requests of a task that ends without a result: pending requests that were made
 * while the caller was working on the task. A request stays when the caller still works on another
 * item from that time, for which the call may have been.
 */
public record Withdrawal(Transaction tx) {
  private static final String OF_TASK =
      "WHERE status = 'pending' AND EXISTS (SELECT 1 FROM task_attempt AS made WHERE made.task = ?"
          + " AND made.worker = access_request.caller AND made.started_ms <= created_ms"
          + " AND (made.submitted_ms IS NULL OR made.submitted_ms >= created_ms)"
          + " AND (made.ended_ms IS NULL OR made.ended_ms >= created_ms))"
          + " AND NOT EXISTS (SELECT 1 FROM task JOIN task_attempt AS other ON other.task = task.id"
          + " AND other.number = task.attempt WHERE task.state = 'claimed' AND task.id <> ?"
          + " AND task.worker = access_request.caller"
          + " AND other.started_ms <= access_request.created_ms)"
          + " AND NOT EXISTS (SELECT 1 FROM mail WHERE mail.state = 'read'"
          + " AND 'agent:' || mail.to_box = access_request.caller)"
          + " ORDER BY created_ms, id";

  /**
   * Withdraws the requests of a task that has ended.
   *
   * @param state for people, such as {@code cancelled}
   */
  public void ofTask(String task, String state) {
    AccessRequests requests = new AccessRequests(tx);
    for (AccessRequest one : requests.list(OF_TASK, task, task)) {
      String why = "the task %s is %s".formatted(task, state);
      int ended =
          tx.update(
              "UPDATE access_request SET status = 'withdrawn', rerun_outcome = ?"
                  + " WHERE id = ? AND status = 'pending'",
              why,
              one.id());
      if (ended > 0) {
        new RequestedCalls(tx).forget(one);
        tx.audit(AuditRow.ofGrant(Authority.SYSTEM, one.id(), "withdrawn", why));
      }
    }
  }
}
