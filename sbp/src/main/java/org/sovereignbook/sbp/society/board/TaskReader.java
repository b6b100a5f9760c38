package org.sovereignbook.sbp.society.board;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** Converts rows of tasks to {@link Task}: with names, texts and lists. */
final class TaskReader {
  /** Most ids in one query. */
  private static final int IDS_AT_A_TIME = 500;

  private static final String ASKED_NOW =
      "task_review JOIN task ON task.id = task_review.task AND task.attempt = task_review.attempt";

  private final Transaction tx;
  private final WorkerNames names;

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
    for (TaskRow row : rows) {
      into.add(
          task(
              row,
              texts,
              labels.getOrDefault(row.id(), List.of()),
              blockers.getOrDefault(row.id(), List.of()),
              reviewers.getOrDefault(row.id(), List.of())));
    }
  }

  private Task task(
      TaskRow row,
      Map<String, String> texts,
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
        row.id(),
        texts.getOrDefault(row.titleId(), ""),
        row.descriptionId().flatMap(id -> Optional.ofNullable(texts.get(id))),
        row.state(),
        row.isReady(),
        row.priority(),
        labels,
        blockers,
        row.requiredRole(),
        row.minReputation(),
        row.parent(),
        row.deadlineMs().map(Timestamp::ofMillis),
        row.keepWaiting(),
        reviewerNames,
        row.attempt(),
        row.fence(),
        worker,
        row.leaseUntilMs().map(Timestamp::ofMillis),
        flags(row),
        Timestamp.ofMillis(row.createdMs()),
        row.finishedMs().map(Timestamp::ofMillis),
        row.principal(),
        row.authorityId(),
        row.number());
  }

  private List<String> flags(TaskRow row) {
    List<String> flags = new ArrayList<>();
    if (row.state() == TaskState.PENDING
        && row.requiredRole().isPresent()
        && !names.isFilled(row.requiredRole().get())) {
      flags.add(Task.NOBODY_HAS_ROLE);
    }
    if (row.state() == TaskState.PENDING && row.minReputation() > Worker.FIRST_REPUTATION) {
      flags.add(Task.NOBODY_HAS_REPUTATION);
    }
    if (row.rejections() > 0) {
      flags.add("review_failed");
    }
    if (row.expiries() > 0) {
      flags.add("timeout_recovered:claimed");
    }
    if (row.state() == TaskState.CANCELLED) {
      flags.add("user_cancelled");
    }
    row.failure().ifPresent(why -> flags.add("failed:" + why));
    return flags;
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

  /** Returns every attempt at a task, oldest first. */
  List<TaskAttempt> attempts(String task) {
    Map<Integer, List<TaskAttempt.Review>> reviews = new LinkedHashMap<>();
    tx.list(
        "SELECT attempt, reviewer, due_ms, score, comment_id, at_ms FROM task_review"
            + " WHERE task = ? ORDER BY attempt, reviewer",
        row ->
            reviews.computeIfAbsent((int) row.number(1), _ -> new ArrayList<>()).add(review(row)),
        task);
    return tx.list(
        "SELECT number, worker, epoch, fence, started_ms, submitted_ms, ended_ms, ending,"
            + " result_id, reason_id FROM task_attempt WHERE task = ? ORDER BY number",
        row ->
            new TaskAttempt(
                (int) row.number(1),
                name(row.text(2)),
                row.number(3),
                row.number(4),
                Timestamp.ofMillis(row.number(5)),
                row.maybeNumber(6).map(Timestamp::ofMillis),
                row.maybeNumber(7).map(Timestamp::ofMillis),
                row.maybeText(8),
                text(row.maybeText(9)),
                text(row.maybeText(10)),
                reviews.getOrDefault((int) row.number(1), List.of())),
        task);
  }

  private TaskAttempt.Review review(Sql.Row row) throws SQLException {
    return new TaskAttempt.Review(
        name(row.text(2)),
        Timestamp.ofMillis(row.number(3)),
        row.maybeNumber(4).map(Math::toIntExact),
        text(row.maybeText(5)),
        row.maybeNumber(6).map(Timestamp::ofMillis));
  }

  private Optional<String> text(Optional<String> contentId) {
    return contentId.isPresent() ? tx.text(contentId.get()) : Optional.empty();
  }

  private String name(String principal) {
    return names.name(new Principal(principal));
  }
}
