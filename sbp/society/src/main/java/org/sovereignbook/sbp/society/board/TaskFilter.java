package org.sovereignbook.sbp.society.board;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;

/**
 * A selection of tasks; an empty component selects all.
 *
 * @param states the states to select; empty for all open states
 * @param toReviewBy the reviewer whose review is pending
 */
public record TaskFilter(
    List<TaskState> states,
    Optional<String> label,
    Optional<Principal> worker,
    Optional<String> parent,
    Optional<Principal> toReviewBy) {
  public static final TaskFilter OPEN =
      new TaskFilter(
          List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public TaskFilter {
    states = List.copyOf(states);
  }

  /** Returns the SQL condition, with a question mark for each of {@link #parameters}. */
  String condition() {
    List<String> parts = new ArrayList<>();
    parts.add("state IN (" + String.join(", ", chosen().stream().map(_ -> "?").toList()) + ")");
    label.ifPresent(_ -> parts.add("id IN (SELECT task FROM task_label WHERE label = ?)"));
    worker.ifPresent(_ -> parts.add("worker = ?"));
    parent.ifPresent(_ -> parts.add("parent = ?"));
    toReviewBy.ifPresent(
        _ ->
            parts.add(
                "id IN (SELECT task FROM task_review WHERE reviewer = ? AND at_ms IS NULL"
                    + " AND task_review.attempt = task.attempt)"));
    return String.join(" AND ", parts);
  }

  List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    chosen().forEach(state -> parameters.add(state.toString()));
    label.ifPresent(parameters::add);
    worker.map(Principal::text).ifPresent(parameters::add);
    parent.ifPresent(parameters::add);
    toReviewBy.map(Principal::text).ifPresent(parameters::add);
    return parameters;
  }

  private List<TaskState> chosen() {
    if (toReviewBy.isPresent()) {
      return List.of(TaskState.REVIEW);
    }
    return states.isEmpty()
        ? List.of(TaskState.PENDING, TaskState.CLAIMED, TaskState.REVIEW)
        : states;
  }

  /**
   * Returns whether the newest tasks come first, as for ended tasks. Open tasks are oldest first.
   */
  boolean isNewestFirst() {
    return chosen().stream().noneMatch(TaskState::isOpen);
  }
}
