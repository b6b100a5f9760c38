package org.sovereignbook.sbp.society.board;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;

/** A row of the table {@code task}. */
record TaskRow(
    long number,
    String id,
    String titleId,
    Optional<String> descriptionId,
    TaskState state,
    int priority,
    Optional<String> requiredRole,
    int minReputation,
    Optional<String> parent,
    Optional<Long> deadlineMs,
    boolean keepWaiting,
    int openBlockers,
    long createdMs,
    Principal principal,
    String authorityId,
    int attempt,
    long fence,
    Optional<Principal> worker,
    long workerEpoch,
    boolean returned,
    Optional<Long> leaseUntilMs,
    Optional<Long> dueMs,
    int rejections,
    int expiries,
    Optional<String> failure,
    Optional<Long> finishedMs,
    Optional<String> originPeer,
    Optional<String> offeredTo) {

  static final Rows<TaskRow> ROWS = new Rows<>("task", TaskRow.class);

  /** Returns whether the task's lease, review time or deadline has passed. */
  boolean isDue(long nowMs) {
    return dueMs.filter(ms -> ms <= nowMs).isPresent();
  }

  boolean isReady() {
    return state == TaskState.PENDING && openBlockers == 0;
  }

  boolean isWorkedOnBy(Principal principal) {
    return worker.filter(principal::equals).isPresent();
  }
}
