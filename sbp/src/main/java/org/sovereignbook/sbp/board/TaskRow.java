package org.sovereignbook.sbp.board;

import java.sql.SQLException;
import java.util.Optional;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.sql.Sql;

/** A row of the table {@code task}, as what changes it goes by it. */
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

  static final String COLUMNS =
      "number, id, title_id, description_id, state, priority, required_role, min_reputation,"
          + " parent, deadline_ms, keep_waiting, open_blockers, created_ms, principal,"
          + " authority_id, attempt, fence, worker, worker_epoch, returned, lease_until_ms, due_ms,"
          + " rejections, expiries, failure, finished_ms, origin_peer, offered_to";

  static TaskRow of(Sql.Row row) throws SQLException {
    return new TaskRow(
        row.number(1),
        row.text(2),
        row.text(3),
        row.maybeText(4),
        TaskState.of(row.text(5)),
        whole(row, 6),
        row.maybeText(7),
        whole(row, 8),
        row.maybeText(9),
        row.maybeNumber(10),
        row.number(11) != 0,
        whole(row, 12),
        row.number(13),
        new Principal(row.text(14)),
        row.text(15),
        whole(row, 16),
        row.number(17),
        row.maybeText(18).map(Principal::new),
        row.maybeNumber(19).orElse(0L),
        row.number(20) != 0,
        row.maybeNumber(21),
        row.maybeNumber(22),
        whole(row, 23),
        whole(row, 24),
        row.maybeText(25),
        row.maybeNumber(26),
        row.maybeText(27),
        row.maybeText(28));
  }

  private static int whole(Sql.Row row, int column) throws SQLException {
    return Math.toIntExact(row.number(column));
  }

  /** Whether the time that something of it had is over. */
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
