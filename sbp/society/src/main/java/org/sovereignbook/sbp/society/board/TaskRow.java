package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * A row of the table {@code task}.
 *
 * @param number its place in the order of adding
 * @param due when time alone changes it next
 * @param leaseUntil when the present claim ends
 * @param principal on whose behalf it is done, and under which authority
 */
public record TaskRow(
    @Rows.Serial @Shape.Hidden long number,
    String id,
    @Shape.Hidden String titleId,
    @Shape.Hidden Optional<String> descriptionId,
    TaskState state,
    int priority,
    Optional<String> requiredRole,
    int minReputation,
    Optional<String> parent,
    Optional<Instant> deadline,
    boolean keepWaiting,
    @Shape.Hidden int openBlockers,
    Instant createdAt,
    Principal principal,
    @Shape.Named("authority") String authorityId,
    int attempt,
    long fence,
    @Shape.Hidden Optional<Principal> worker,
    @Shape.Hidden long workerEpoch,
    @Shape.Hidden boolean returned,
    Optional<Instant> leaseUntil,
    @Shape.Hidden Optional<Instant> due,
    @Shape.Hidden int rejections,
    @Shape.Hidden int expiries,
    @Shape.Hidden Optional<String> failure,
    Optional<Instant> finishedAt,
    @Shape.Hidden Optional<String> originPeer,
    @Shape.Hidden Optional<String> offeredTo) {

  static final Rows<TaskRow> ROWS = new Rows<>("task", TaskRow.class);

  /** Creates the row of a new task, which nobody has claimed yet. */
  TaskRow(
      String id,
      String titleId,
      Optional<String> descriptionId,
      int priority,
      Optional<String> requiredRole,
      int minReputation,
      Optional<String> parent,
      Optional<Instant> deadline,
      boolean keepWaiting,
      int openBlockers,
      Instant createdAt,
      Principal principal,
      String authorityId) {
    this(
        0,
        id,
        titleId,
        descriptionId,
        TaskAction.CREATE.to(),
        priority,
        requiredRole,
        minReputation,
        parent,
        deadline,
        keepWaiting,
        openBlockers,
        createdAt,
        principal,
        authorityId,
        0,
        0,
        Optional.empty(),
        0,
        false,
        Optional.empty(),
        deadline,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns whether the task's lease, review time or deadline has passed. */
  boolean isDue(Instant now) {
    return due.filter(at -> !at.isAfter(now)).isPresent();
  }

  /** Returns whether the deadline has passed. */
  boolean isLate(Instant now) {
    return deadline.filter(at -> !at.isAfter(now)).isPresent();
  }

  boolean isReady() {
    return state == TaskState.PENDING && openBlockers == 0;
  }

  boolean isWorkedOnBy(Principal principal) {
    return worker.filter(principal::equals).isPresent();
  }
}
