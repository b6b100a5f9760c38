package org.sovereignbook.sbp.cli.work;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskBlocker;
import org.sovereignbook.sbp.society.board.TaskComment;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskState;

/** Output of tasks for people. */
final class TaskView {
  private static final String NOBODY = "-";

  /** Most tasks that are named as those that listed ones wait for. */
  static final int MOST_BLOCKERS = 200;

  /**
   * The output of {@code task list} and {@code task ready}.
   *
   * @param blockers those that have not been completed and that listed tasks wait for, without
   *     those in the list
   */
  record All(List<Task> tasks, List<TaskBlocker> blockers, @Shape.Inline Page.End end) {
    static All of(Board board, Page<Task> page) {
      return new All(page.items(), board.blockers(page.items(), MOST_BLOCKERS), page.end());
    }
  }

  /**
   * The output of {@code task show}: a task, what it still waits for, its attempts, the offers by
   * which it crossed nodes, and comments.
   */
  record Whole(
      Task task,
      List<TaskBlocker> blockers,
      List<TaskAttempt> attempts,
      List<TaskCrossing> offers,
      List<TaskComment> comments) {}

  /**
   * A whole task with the name of the principal that added it.
   *
   * @param writers the ids of the authorities of its results and reviews
   */
  record Named(Whole whole, String addedBy, List<String> writers) {}

  /** The output of a command that changed a task. */
  record Changed(String id, boolean changed, Task task) {}

  private TaskView() {}

  /**
   * Returns the document of a task with the texts of attempts cut. The texts of the wanted attempt,
   * or else of the newest, stay whole.
   */
  static JsonObject json(Record document, String attempts, Optional<Integer> wanted) {
    JsonObject json = Shape.write(document);
    List<JsonObject> all = json.array(attempts).map(JsonArray::objects).orElse(List.of());
    long whole = wanted.map(Integer::longValue).orElse((long) all.size());
    return json.with(
        attempts,
        JsonArray.of(
            all.stream()
                .map(one -> one.integer("number").orElse(0) == whole ? one : Cut.texts(one))
                .toList()));
  }

  static Table table(List<Task> tasks, ScreenNames names, Timestamp now) {
    Table table = Table.of("ID", "STATE", "PRIO", "WORKER", "AGE", "TITLE").whole("ID");
    for (Task task : tasks) {
      table.row(
          task.id(),
          state(task),
          Integer.toString(task.row().conditions().priority()),
          task.state() == TaskState.PENDING ? NOBODY : task.worker().map(names::of).orElse(NOBODY),
          Wording.age(Optional.of(new Timestamp(task.row().createdAt())), now),
          PeerText.plain(task.title()));
    }
    return table;
  }

  /** Returns advice on tasks that no agent can take. */
  static List<String> unassignable(List<Task> tasks) {
    return Stream.concat(
            flagged(tasks, Task.NOBODY_HAS_ROLE)
                .flatMap(task -> task.row().requiredRole().stream())
                .map(
                    role ->
                        role.contains(":")
                            ? "the role %s is none of an agent that is known here".formatted(role)
                            : "no agent has the role %s by its name:  sbp agent register %s"
                                .formatted(role, role)),
            flagged(tasks, Task.NOBODY_HAS_REPUTATION)
                .map(
                    task ->
                        "no agent has the reputation %d; you may do it:  sbp task claim %s"
                            .formatted(task.row().conditions().minReputation(), task.id())))
        .distinct()
        .sorted()
        .toList();
  }

  private static Stream<Task> flagged(List<Task> tasks, String flag) {
    return tasks.stream().filter(task -> task.flags().contains(flag));
  }

  /** Returns the state in one word and its colour; a pending task may be ready. */
  static String state(Task task) {
    return switch (task.state()) {
      case PENDING -> task.ready() ? Style.NEW.on("ready") : "waiting";
      case COMPLETED -> Style.PASS.on(Words.of(task.state()));
      case FAILED, CANCELLED -> Style.FAIL.on(Words.of(task.state()));
      case CLAIMED, REVIEW -> Style.WARNING.on(Words.of(task.state()));
    };
  }

  private static String crossing(TaskCrossing offer, ScreenNames names, Timestamp now) {
    return (offer.way() == TaskCrossing.Way.IN ? "from " : "to ")
        + names.peer(PublicKey.parse(offer.peer()))
        + ", "
        + offer.standing()
        + (offer.state().isOpen()
            ? ", ends " + Wording.ago(new Timestamp(offer.expiresAt()), now)
            : "");
  }

  static void show(Named named, ScreenNames names, Timestamp now, ZoneId zone, Output output) {
    Whole whole = named.whole();
    Task task = whole.task();
    output.line(Style.HEADING.on(PeerText.plain(task.title())));
    List<String> facts = facts(named, names, now, zone);
    whole.offers().forEach(offer -> fact(facts, "offered", crossing(offer, names, now)));
    facts.forEach(output::line);
    unassignable(List.of(task)).forEach(output::line);
    if (task.description().isPresent()) {
      output.line("");
      output.prose("  ", task.description().get());
    }
    whole.attempts().forEach(attempt -> attempt(attempt, names, now, output));
    whole.comments().forEach(comment -> comment(comment, names, now, output));
  }

  static void comment(TaskComment comment, ScreenNames names, Timestamp now, Output output) {
    output.line("");
    output.line(
        "comment of %s, %s:"
            .formatted(
                names.of(comment.by()), Wording.ago(new Timestamp(comment.row().at()), now)));
    output.prose("  ", comment.text().orElse("(erased)"));
  }

  /** Prints a task that another one waited for: of a question, who asked what, and the answer. */
  static void waitedFor(TaskWork.WaitedFor one, ScreenNames names, Output output) {
    output.line("");
    output.line("waited for %s, added by %s:".formatted(one.id(), names.of(one.addedBy())));
    output.prose("  ", one.text());
    one.result()
        .ifPresent(
            text -> {
              output.line("  " + names.of(one.worker().orElse(NOBODY)) + ":");
              output.prose("    ", text);
            });
  }

  /** Returns what a task waited for, with long texts cut: each is shown whole by its id. */
  static JsonArray cut(List<TaskWork.WaitedFor> all) {
    return JsonArray.of(all.stream().map(one -> Cut.texts(Shape.write(one))).toList());
  }

  private static List<String> facts(Named named, ScreenNames names, Timestamp now, ZoneId zone) {
    Task task = named.whole().task();
    List<String> facts = new ArrayList<>();
    fact(facts, "id", task.id());
    fact(facts, "state", state(task) + flags(task));
    fact(
        facts,
        "added",
        Wording.ago(new Timestamp(task.row().createdAt()), now)
            + " by "
            + names.of(named.addedBy()));
    boolean waits = task.state() == TaskState.PENDING && !task.ready();
    fact(facts, waits ? "waits for" : "after", String.join(", ", task.blockedBy()));
    fact(facts, "part of", task.row().parent().orElse(""));
    fact(facts, "labels", String.join(", ", task.labels()));
    fact(facts, "role", task.row().requiredRole().orElse(""));
    fact(
        facts,
        "reputation",
        task.row().conditions().minReputation() == 0
            ? ""
            : "at least " + task.row().conditions().minReputation());
    fact(
        facts,
        "deadline",
        task.row()
            .deadline()
            .map(
                time -> Wording.ago(new Timestamp(time), now) + ", " + SpokenTime.shown(time, zone))
            .orElse(""));
    fact(facts, "reviewers", String.join(", ", task.reviewers()));
    fact(
        facts,
        "worker",
        task.state() == TaskState.PENDING
            ? ""
            : task.worker()
                .map(name -> names.of(name) + ", attempt " + task.row().attempt())
                .orElse(""));
    fact(
        facts,
        "lease",
        task.row()
            .leaseUntil()
            .map(time -> "ends " + Wording.ago(new Timestamp(time), now))
            .orElse(""));
    return facts;
  }

  private static void fact(List<String> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.add("  %-10s %s".formatted(name, value));
    }
  }

  private static String flags(Task task) {
    return task.flags().isEmpty() ? "" : "  (" + String.join(", ", task.flags()) + ")";
  }

  static void attempt(TaskAttempt attempt, ScreenNames names, Timestamp now, Output output) {
    output.line("");
    output.line(
        "attempt %d, %s, began %s: %s"
            .formatted(
                attempt.row().number(),
                names.of(attempt.worker()),
                Wording.ago(new Timestamp(attempt.row().startedAt()), now),
                attempt
                    .row()
                    .ending()
                    .orElse(attempt.row().submittedAt().isPresent() ? "in review" : "goes on")));
    attempt.reason().ifPresent(reason -> output.prose("  why: ", reason));
    attempt.result().ifPresent(result -> output.prose("  ", result));
    for (TaskAttempt.Review review : attempt.reviews()) {
      output.line(
          "  review of "
              + review.reviewer()
              + ": "
              + review
                  .row()
                  .score()
                  .map(score -> Integer.toString(score))
                  .orElse("due " + Wording.ago(new Timestamp(review.row().due()), now)));
      review.comment().ifPresent(comment -> output.prose("    ", comment));
    }
  }
}
