package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * A task as it is shown to people and programs: its row, with texts, names and lists.
 *
 * @param title empty once it was erased
 * @param ready whether a worker may claim it now
 * @param reviewers names of the reviewers of every attempt, and of those asked about this attempt
 * @param worker the name of its present or last worker
 * @param flags {@code nobody_has_role}, {@code nobody_has_reputation}, {@code review_failed},
 *     {@code timeout_recovered:claimed}, {@code failed:WHY}
 */
@Shape.Def("task")
@Shape.Order(
    "id title description state ready priority labels blocked_by open_blockers required_role"
        + " min_reputation parent deadline keep_waiting reviewers attempt fence worker lease_until"
        + " flags created_at since claimed_at finished_at completed_at took_seconds principal"
        + " authority")
public record Task(
    String title,
    Optional<String> description,
    @Shape.Inline TaskRow row,
    boolean ready,
    List<String> labels,
    List<String> blockedBy,
    List<String> reviewers,
    Optional<String> worker,
    @Shape.Inline TaskTimes times,
    List<String> flags) {
  /** The flag of a task whose required role no active agent has by its name. */
  public static final String NOBODY_HAS_ROLE = "nobody_has_role";

  /** The flag of a task that requires more reputation than any agent has. */
  public static final String NOBODY_HAS_REPUTATION = "nobody_has_reputation";

  /** Returns a copy with another description. */
  public Task saying(String other) {
    return new Task(
        title, Optional.of(other), row, ready, labels, blockedBy, reviewers, worker, times, flags);
  }

  public String id() {
    return row.id();
  }

  public TaskState state() {
    return row.state();
  }
}
