package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.feed.Search;
import org.sovereignbook.sbp.peer.feed.TextSource;

/** Search in tasks: title, description, labels, results, and comments of reviewers and others. */
public final class TaskTexts {
  public static final TextSource SOURCE =
      new TextSource(Search.Kind.TASK, "task_list", TaskTexts::find, TaskTexts::causes);

  private TaskTexts() {}

  private static Stream<Search.Hit> find(TextSource.Asked asked) {
    TaskTable tasks = new TaskTable(asked.tx());
    WorkerNames names = new WorkerNames(asked.tx());
    return TextSource.newestFirst(
            (before, most) ->
                new TaskReader(asked.tx())
                    .tasks(tasks.where("number < ? ORDER BY number DESC LIMIT ?", before, most)),
            (Task task) -> task.row().number())
        .flatMap(task -> hit(asked, task, names).stream());
  }

  private static Optional<Search.Hit> hit(TextSource.Asked asked, Task task, WorkerNames names) {
    String writer = names.name(task.row().principal());
    List<String> others =
        asked
            .tx()
            .texts(
                "SELECT text FROM content WHERE subject_kind = 'task' AND subject = ? AND field IN"
                    + " ('result', 'comment') AND text IS NOT NULL ORDER BY id",
                task.id());
    String body = task.description().orElse("") + "\n" + String.join("\n", others);
    return asked
        .search()
        .found(body.strip(), task.title(), String.join(" ", task.labels()), writer)
        .map(
            text ->
                new Search.Hit(
                    Search.Kind.TASK,
                    task.id(),
                    asked.here(writer),
                    new Timestamp(task.row().createdAt()),
                    Optional.of(task.title()),
                    text));
  }

  private static List<Authority> causes(TextSource.Asked asked, List<Search.Hit> hits) {
    return hits.stream()
        .flatMap(
            hit ->
                asked
                    .tx()
                    .authorities(
                        "SELECT authority_id FROM task WHERE id = ? UNION SELECT authority_id FROM"
                            + " task_comment WHERE task = ?",
                        hit.id(),
                        hit.id())
                    .stream())
        .distinct()
        .toList();
  }
}
