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
 * @param principal on whose behalf it is done, and under which authority
 * @param leaseUntil when the present claim ends
 * @param due when time alone changes it next
 */
public record TaskRow(
    @Rows.Serial @Shape.Hidden long number,
    String id,
    @Shape.Hidden Texts texts,
    TaskState state,
    @Shape.Inline Conditions conditions,
    @Shape.Inline Tally tally,
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
    @Shape.Hidden Optional<String> failure,
    Optional<Instant> finishedAt,
    @Shape.Hidden Far far) {
  /** Texts of a task, which can be erased. */
  public record Texts(String titleId, Optional<String> descriptionId) {}

  /** Conditions that a task was added with. */
  public record Conditions(
      int priority,
      Optional<String> requiredRole,
      int minReputation,
      Optional<String> parent,
      Optional<Instant> deadline,
      boolean keepWaiting) {}

  /**
   * Numbers that decide whether a task is ready, or has failed.
   *
   * @param openBlockers how many of the tasks that it waits for are not completed
   */
  public record Tally(int openBlockers, @Shape.Hidden int rejections, @Shape.Hidden int expiries) {}

  /** Other nodes that a task comes from, or was offered to. */
  public record Far(Optional<String> originPeer, Optional<String> offeredTo) {}

  static final Rows<TaskRow> ROWS = new Rows<>("task", TaskRow.class);

  /** Creates the row of a new task, which nobody has claimed yet. */
  TaskRow(
      String id,
      Texts texts,
      Conditions conditions,
      int openBlockers,
      Instant createdAt,
      Principal principal,
      String authorityId) {
    this(
        0,
        id,
        texts,
        TaskAction.CREATE.to(),
        conditions,
        new Tally(openBlockers, 0, 0),
        createdAt,
        principal,
        authorityId,
        0,
        0,
        Optional.empty(),
        0,
        false,
        Optional.empty(),
        conditions.deadline(),
        Optional.empty(),
        Optional.empty(),
        new Far(Optional.empty(), Optional.empty()));
  }

  /** Returns whether the task's lease, review time or deadline has passed. */
  boolean isDue(Instant now) {
    return due.filter(at -> !at.isAfter(now)).isPresent();
  }

  /** Returns whether the deadline has passed. */
  boolean isLate(Instant now) {
    return conditions.deadline().filter(at -> !at.isAfter(now)).isPresent();
  }

  boolean isReady() {
    return state == TaskState.PENDING && tally.openBlockers() == 0;
  }

  boolean isWorkedOnBy(Principal principal) {
    return worker.filter(principal::equals).isPresent();
  }

  public Optional<String> requiredRole() {
    return conditions.requiredRole();
  }

  public Optional<String> parent() {
    return conditions.parent();
  }

  public Optional<Instant> deadline() {
    return conditions.deadline();
  }
}
