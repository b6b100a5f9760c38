package org.sovereignbook.sbp.society.board;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Numbers of tasks by state, and by what they have in common.
 *
 * @param all of those that match
 * @param groups those with most open tasks first; a task with several labels is in several groups
 */
public record TaskCounts(States all, List<Group> groups) {
  /** Numbers of tasks by state. */
  @Shape.Def("task_counts")
  public record States(
      long pending, long claimed, long review, long completed, long failed, long cancelled) {

    private static States of(Map<TaskState, Long> numbers) {
      return new States(
          numbers.getOrDefault(TaskState.PENDING, 0L),
          numbers.getOrDefault(TaskState.CLAIMED, 0L),
          numbers.getOrDefault(TaskState.REVIEW, 0L),
          numbers.getOrDefault(TaskState.COMPLETED, 0L),
          numbers.getOrDefault(TaskState.FAILED, 0L),
          numbers.getOrDefault(TaskState.CANCELLED, 0L));
    }

    public long open() {
      return pending + claimed + review;
    }

    public long total() {
      return open() + completed + failed + cancelled;
    }
  }

  /**
   * Tasks that have something in common.
   *
   * @param name a label, a role, or the label of a run; empty for the tasks without one
   */
  @Shape.Def("task_group")
  public record Group(String name, States counts) {}

  /** Common part of the tasks of a group. */
  public enum By {
    /** A label that names a run of a team. */
    RUN,
    /** A required role. */
    ROLE,
    /** Any other label. */
    LABEL;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** The beginning of the labels that name runs of teams. */
  static final String RUNS = "run:%";

  public TaskCounts {
    groups = List.copyOf(groups);
  }

  /**
   * Counts the tasks of a filter.
   *
   * @param by what to group them by, if anything
   * @param most the largest number of groups
   */
  public static TaskCounts of(Transaction tx, TaskFilter filter, Optional<By> by, int most) {
    List<Group> all = counted(tx, "", filter, "''");
    return new TaskCounts(
        all.isEmpty() ? States.of(Map.of()) : all.getFirst().counts(),
        by.isPresent() ? groups(tx, filter, by.get()).stream().limit(most).toList() : List.of());
  }

  private static List<Group> groups(Transaction tx, TaskFilter filter, By by) {
    String labels =
        " LEFT JOIN task_label AS common ON common.task = task.id AND common.label %s ?";
    List<Group> groups =
        new ArrayList<>(
            switch (by) {
              case ROLE -> counted(tx, "", filter, "COALESCE(task.required_role, '')");
              case RUN ->
                  counted(tx, labels.formatted("LIKE"), filter, "COALESCE(common.label, '')", RUNS);
              case LABEL ->
                  counted(
                      tx, labels.formatted("NOT LIKE"), filter, "COALESCE(common.label, '')", RUNS);
            });
    groups.sort(
        (one, other) -> {
          int byName = Boolean.compare(one.name().isEmpty(), other.name().isEmpty());
          int byOpen = Long.compare(other.counts().open(), one.counts().open());
          int byTotal = Long.compare(other.counts().total(), one.counts().total());
          return byName != 0 ? byName : byOpen != 0 ? byOpen : byTotal;
        });
    return groups;
  }

  private static List<Group> counted(
      Transaction tx, String join, TaskFilter filter, String name, Object... joined) {
    SequencedMap<String, Map<TaskState, Long>> groups = new LinkedHashMap<>();
    List<Object> parameters = new ArrayList<>(Arrays.asList(joined));
    parameters.addAll(filter.parameters());
    tx.each(
        "SELECT %s, task.state, COUNT(*) FROM task%s WHERE %s GROUP BY 1, 2 ORDER BY 1"
            .formatted(name, join, filter.condition()),
        row ->
            groups
                .computeIfAbsent(row.text(1), _ -> new EnumMap<>(TaskState.class))
                .put(Words.find(TaskState.class, row.text(2)).orElseThrow(), row.number(3)),
        parameters.toArray());
    List<Group> counted = new ArrayList<>();
    groups.forEach((group, numbers) -> counted.add(new Group(group, States.of(numbers))));
    return counted;
  }
}
