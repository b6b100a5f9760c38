package org.sovereignbook.sbp.society.board;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;

/**
 * A selection of tasks; an empty component selects all.
 *
 * @param states the states to select; empty for all open states
 * @param toReviewBy the reviewer whose review is pending
 * @param role the role that the task requires
 * @param without what they do not have
 * @param words a part of the title; upper and lower case of a to z are the same
 */
public record TaskFilter(
    List<TaskState> states,
    Optional<String> label,
    Optional<Principal> worker,
    Optional<String> parent,
    Optional<Principal> toReviewBy,
    Optional<String> role,
    Optional<String> words,
    Optional<TaskCounts.By> without) {
  public static final TaskFilter OPEN =
      new TaskFilter(
          List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public TaskFilter {
    states = List.copyOf(states);
  }

  /** Selects by any role and any words. */
  public TaskFilter(
      List<TaskState> states,
      Optional<String> label,
      Optional<Principal> worker,
      Optional<String> parent,
      Optional<Principal> toReviewBy) {
    this(
        states,
        label,
        worker,
        parent,
        toReviewBy,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
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
    role.ifPresent(_ -> parts.add("required_role = ?"));
    words.ifPresent(
        _ ->
            parts.add(
                "EXISTS (SELECT 1 FROM content WHERE content.id = task.title_id AND"
                    + " LOWER(content.text) LIKE ? ESCAPE '!')"));
    without.ifPresent(what -> parts.add(without(what)));
    return String.join(" AND ", parts);
  }

  private static String without(TaskCounts.By what) {
    String labelled =
        "NOT EXISTS (SELECT 1 FROM task_label WHERE task_label.task = task.id AND label %s '%s')";
    return switch (what) {
      case ROLE -> "required_role IS NULL";
      case RUN -> labelled.formatted("LIKE", TaskCounts.RUNS);
      case LABEL -> labelled.formatted("NOT LIKE", TaskCounts.RUNS);
    };
  }

  List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    chosen().forEach(state -> parameters.add(state.toString()));
    label.ifPresent(parameters::add);
    worker.map(Principal::text).ifPresent(parameters::add);
    parent.ifPresent(parameters::add);
    toReviewBy.map(Principal::text).ifPresent(parameters::add);
    role.ifPresent(parameters::add);
    words.map(TaskFilter::containing).ifPresent(parameters::add);
    return parameters;
  }

  /** Returns the pattern of texts that contain these words. */
  private static String containing(String words) {
    return "%" + words.toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0") + "%";
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
