package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.reputation.Reputation;

/** Converts rows of tasks to {@link Task}: with names, texts and lists. */
final class TaskReader {
  /** Most ids in one query. */
  private static final int IDS_AT_A_TIME = 500;

  private static final String ASKED_NOW =
      "task_review JOIN task ON task.id = task_review.task AND task.attempt = task_review.attempt"
          + " AND NOT EXISTS (SELECT 1 FROM review_panel AS drawn WHERE drawn.task = task.id"
          + " AND drawn.reviewer = task_review.reviewer)";

  private final Transaction tx;
  private final WorkerNames names;
  private Optional<Double> highest = Optional.empty();

  TaskReader(Transaction tx) {
    this.tx = tx;
    this.names = new WorkerNames(tx);
  }

  /** Returns the tasks in the order of the rows. */
  List<Task> tasks(List<TaskRow> rows) {
    List<Task> tasks = new ArrayList<>(rows.size());
    for (int from = 0; from < rows.size(); from += IDS_AT_A_TIME) {
      some(rows.subList(from, Math.min(rows.size(), from + IDS_AT_A_TIME)), tasks);
    }
    return tasks;
  }

  private void some(List<TaskRow> rows, List<Task> into) {
    String[] ids = rows.stream().map(TaskRow::id).toArray(String[]::new);
    Map<String, List<String>> labels = lists("task_label", "label", ids);
    Map<String, List<String>> blockers = lists("blocker", "blocked_by", ids);
    Map<String, List<String>> reviewers = lists("task_reviewer", "reviewer", ids);
    lists(ASKED_NOW, "reviewer", ids)
        .forEach((task, asked) -> reviewers.merge(task, asked, TaskReader::both));
    Map<String, String> texts = texts(ids);
    Map<String, TaskTimes.Attempts> attempts = attemptTimes(ids);
    for (TaskRow row : rows) {
      into.add(
          task(
              row,
              texts,
              TaskTimes.of(row, attempts.getOrDefault(row.id(), TaskTimes.Attempts.NONE)),
              labels.getOrDefault(row.id(), List.of()),
              blockers.getOrDefault(row.id(), List.of()),
              reviewers.getOrDefault(row.id(), List.of())));
    }
  }

  private Task task(
      TaskRow row,
      Map<String, String> texts,
      TaskTimes times,
      List<String> labels,
      List<String> blockers,
      List<String> reviewers) {
    List<String> reviewerNames = new ArrayList<>();
    for (String reviewer : reviewers) {
      reviewerNames.add(name(reviewer));
    }
    Optional<String> worker =
        row.worker().isPresent() ? Optional.of(names.name(row.worker().get())) : Optional.empty();
    return new Task(
        texts.getOrDefault(row.texts().titleId(), ""),
        row.texts().descriptionId().flatMap(id -> Optional.ofNullable(texts.get(id))),
        row,
        row.isReady(),
        labels,
        blockers,
        reviewerNames,
        worker,
        times,
        flags(row));
  }

  private Map<String, TaskTimes.Attempts> attemptTimes(String[] ids) {
    return tx
        .list(
            "SELECT task, MIN(started_ms), MAX(started_ms), MAX(submitted_ms), MAX(ended_ms)"
                + " FROM task_attempt WHERE task IN (%s) GROUP BY task"
                    .formatted(questions(ids.length)),
            row ->
                Map.entry(
                    row.text(1),
                    new TaskTimes.Attempts(
                        time(row.maybeNumber(2)),
                        time(row.maybeNumber(3)),
                        time(row.maybeNumber(4)),
                        time(row.maybeNumber(5)))),
            (Object[]) ids)
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Optional<Instant> time(Optional<Long> ms) {
    return ms.map(Instant::ofEpochMilli);
  }

  /**
   * Returns those that the tasks wait for and that have not been completed, in the order of adding,
   * without the tasks themselves.
   */
  List<TaskBlocker> blockers(List<Task> tasks, int most) {
    Map<String, Task> known =
        tasks.stream().collect(Collectors.toMap(Task::id, task -> task, (one, _) -> one));
    String[] ids =
        tasks.stream()
            .filter(task -> task.row().tally().openBlockers() > 0)
            .flatMap(task -> task.blockedBy().stream())
            .distinct()
            .filter(id -> !known.containsKey(id))
            .limit(IDS_AT_A_TIME)
            .toArray(String[]::new);
    return ids.length == 0
        ? List.of()
        : tx.list(
            "SELECT task.id, task.state, content.text, task.authority_id FROM task LEFT JOIN"
                + " content ON content.id ="
                + " task.title_id WHERE task.state <> 'completed' AND task.id IN (%s)"
                    .formatted(questions(ids.length))
                + " ORDER BY task.number LIMIT "
                + most,
            row ->
                new TaskBlocker(
                    row.text(1),
                    Words.find(TaskState.class, row.text(2)).orElseThrow(),
                    row.maybeText(3).orElse(""),
                    row.text(4)),
            (Object[]) ids);
  }

  private List<String> flags(TaskRow row) {
    List<String> flags = new ArrayList<>();
    if (row.state() == TaskState.PENDING
        && row.requiredRole().isPresent()
        && !names.isFilled(row.requiredRole().get())
        && BoardFeature.toolOfAny(tx, row.requiredRole().get()).isEmpty()) {
      flags.add(Task.NOBODY_HAS_ROLE);
    }
    if (row.state() == TaskState.PENDING && isBeyondAll(row.conditions().minReputation())) {
      flags.add(Task.NOBODY_HAS_REPUTATION);
    }
    if (row.tally().rejections() > 0) {
      flags.add("review_failed");
    }
    if (row.tally().expiries() > 0) {
      flags.add("timeout_recovered:claimed");
    }
    if (row.state() == TaskState.CANCELLED) {
      flags.add("user_cancelled");
    }
    row.failure().ifPresent(why -> flags.add("failed:" + why));
    return flags;
  }

  /** Returns whether no agent has this reputation; to find none out of reach needs no look. */
  private boolean isBeyondAll(double least) {
    return least > 0 && least > highestReputation();
  }

  /** Returns the highest composite score of a living agent, looked up once. */
  private double highestReputation() {
    if (highest.isEmpty()) {
      highest =
          Agents.living(tx).stream()
              .map(agent -> Reputation.in(tx).standing(agent.principal()).scores().composite())
              .max(Double::compare);
    }
    return highest.orElse(0.0);
  }

  private static List<String> both(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).distinct().toList();
  }

  private Map<String, List<String>> lists(String table, String column, String[] ids) {
    Map<String, List<String>> lists = new HashMap<>();
    List<Map.Entry<String, String>> pairs =
        tx.list(
            "SELECT task, %s FROM %s WHERE task IN (%s) ORDER BY task, %s"
                .formatted(column, table, questions(ids.length), column),
            row -> Map.entry(row.text(1), row.text(2)),
            (Object[]) ids);
    pairs.forEach(
        pair -> lists.computeIfAbsent(pair.getKey(), _ -> new ArrayList<>()).add(pair.getValue()));
    return lists;
  }

  /** Returns titles and descriptions by the ids of their contents. */
  private Map<String, String> texts(String[] ids) {
    Map<String, String> texts = new HashMap<>();
    List<Map.Entry<String, Optional<String>>> pairs =
        tx.list(
            "SELECT id, text FROM content WHERE subject_kind = 'task' AND subject IN ("
                + questions(ids.length)
                + ") AND field IN ('title', 'description')",
            row -> Map.entry(row.text(1), row.maybeText(2)),
            (Object[]) ids);
    pairs.forEach(pair -> pair.getValue().ifPresent(text -> texts.put(pair.getKey(), text)));
    return texts;
  }

  private static String questions(int number) {
    return String.join(", ", Collections.nCopies(number, "?"));
  }

  private record Seat(int attempt, Principal reviewer) {}

  /** Returns the places of drawn reviewers, whose names are not shown. */
  private Map<Seat, Integer> places(String task) {
    Map<Seat, Integer> places = new HashMap<>();
    tx.list(
            "SELECT attempt, reviewer, place FROM review_panel WHERE task = ?",
            row ->
                Map.entry(
                    new Seat((int) row.number(1), new Principal(row.text(2))), (int) row.number(3)),
            task)
        .forEach(entry -> places.put(entry.getKey(), entry.getValue()));
    return places;
  }

  /** Returns every attempt at a task, oldest first. */
  List<TaskAttempt> attempts(String task) {
    Map<Integer, List<TaskAttempt.Review>> reviews = new HashMap<>();
    Map<Seat, Integer> places = places(task);
    for (TaskAttempt.ReviewRow row :
        TaskAttempt.ReviewRow.ROWS.list(tx, "WHERE task = ? ORDER BY attempt, reviewer", task)) {
      reviews
          .computeIfAbsent(row.attempt(), _ -> new ArrayList<>())
          .add(
              new TaskAttempt.Review(
                  row,
                  Optional.ofNullable(places.get(new Seat(row.attempt(), row.reviewer())))
                      .map(place -> "reviewer-" + (place + 1))
                      .orElseGet(() -> names.name(row.reviewer())),
                  text(row.commentId())));
    }
    return TaskAttempt.Row.ROWS.list(tx, "WHERE task = ? ORDER BY number", task).stream()
        .map(
            row ->
                new TaskAttempt(
                    row,
                    names.name(row.worker()),
                    text(row.resultId()),
                    text(row.reasonId()),
                    reviews.getOrDefault(row.number(), List.of())))
        .toList();
  }

  private Optional<String> text(Optional<String> contentId) {
    return contentId.isPresent() ? tx.text(contentId.get()) : Optional.empty();
  }

  private String name(String principal) {
    return names.name(new Principal(principal));
  }
}
