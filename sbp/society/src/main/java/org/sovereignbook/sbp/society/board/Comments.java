package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.mail.Sending;

/** Comments on tasks. A comment changes nothing else of its task. */
record Comments(Transaction tx, TaskTable tasks, BoardPolicy policy) {
  /** The part of a comment that the mail about it quotes. */
  private static final int QUOTED_CHARACTERS = 500;

  /** Adds a comment, and mails it to all that are concerned. Returns their names. */
  List<String> add(TaskRow task, String text, Authority by) {
    policy.requireComment(text);
    long present = tx.number("SELECT COUNT(*) FROM task_comment WHERE task = ?", task.id());
    if (present >= policy.maxComments()) {
      throw Board.refused(
          "too-many-comments",
          "the task %s has %d comments, the most (board.max_comments)"
              .formatted(task.id(), present),
          "mail somebody:  sbp mail send NAME TEXT");
    }
    String id = tx.newId();
    TaskComment.Row.ROWS.insert(
        tx,
        new TaskComment.Row(
            0,
            id,
            task.id(),
            tx.keep(Subject.task(task.id()), "comment", text),
            tx.now(),
            by.principal(),
            tx.keep(by)));
    tasks.emit(
        task, "task.commented", "commented:" + id, by, JsonObject.empty().with("comment", id));
    return mail(task, text, by);
  }

  private List<String> mail(TaskRow task, String text, Authority by) {
    WorkerNames names = new WorkerNames(tx);
    String body =
        "comment of %s on the task %s: %s"
            .formatted(
                names.name(by.principal()), task.id(), PeerText.quote(text, QUOTED_CHARACTERS));
    SortedSet<String> mailed = new TreeSet<>();
    for (Principal each : concerned(task)) {
      if (!each.equals(by.principal()) && Sending.notify(tx, by, each, body)) {
        mailed.add(names.name(each));
      }
    }
    return List.copyOf(mailed);
  }

  /** Returns who added the task, its present worker, and its reviewers, as far as they are here. */
  private Set<Principal> concerned(TaskRow task) {
    Set<Principal> all = new TreeSet<>(tasks.reviewers(task));
    all.add(task.principal());
    task.worker().filter(_ -> task.state() != TaskState.PENDING).ifPresent(all::add);
    all.removeIf(each -> each.agentId().isEmpty() && !each.equals(Principal.OWNER));
    return all;
  }

  /** Returns all comments on a task, oldest first. */
  List<TaskComment> of(String task) {
    WorkerNames names = new WorkerNames(tx);
    return TaskComment.Row.ROWS.list(tx, "WHERE task = ? ORDER BY number", task).stream()
        .map(row -> new TaskComment(row, names.name(row.principal()), tx.text(row.textId())))
        .toList();
  }
}
