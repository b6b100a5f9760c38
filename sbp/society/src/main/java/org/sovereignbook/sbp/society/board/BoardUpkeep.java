package org.sovereignbook.sbp.society.board;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.mail.MailSettings;

/** Regular upkeep of tasks. Works in short transactions; may be repeated. */
public final class BoardUpkeep {
  private static final int BATCH_TASKS = 100;

  /** The tables besides {@code task} that hold parts of a task. */
  private static final List<String> PARTS =
      List.of(
          "task_label",
          "blocker",
          "task_reviewer",
          "task_attempt",
          "task_review",
          "task_comment",
          "review_panel");

  private BoardUpkeep() {}

  /** Ends leases, review times and deadlines that have passed, so that peers are notified, too. */
  public static int settle(Ledger ledger) {
    int settled = 0;
    int last = BATCH_TASKS;
    while (last == BATCH_TASKS && ledger.<Boolean>read(tx -> Board.in(tx).isAnyDue())) {
      last = ledger.write(tx -> Board.in(tx).settle(BATCH_TASKS));
      settled += last;
    }
    return settled;
  }

  /**
   * Deletes tasks from peers that ended longer ago than mail from peers is kept. Tasks that others
   * wait for, or that are part of a plan, stay.
   *
   * @return how many
   */
  public static int forget(Ledger ledger) {
    int forgotten = 0;
    int last;
    do {
      last = ledger.write(BoardUpkeep::forgetSome);
      forgotten += last;
    } while (last > 0);
    return forgotten;
  }

  private static int forgetSome(Transaction tx) {
    long before = tx.nowMs() - tx.node().config().get(MailSettings.PEER_MAILS_KEPT).toMillis();
    List<String> tasks =
        tx.texts(
            "SELECT id FROM task WHERE origin_peer IS NOT NULL AND finished_ms < ?"
                + " AND NOT EXISTS (SELECT 1 FROM blocker WHERE blocked_by = task.id)"
                + " AND NOT EXISTS (SELECT 1 FROM task AS part WHERE part.parent = task.id)"
                + " LIMIT "
                + BATCH_TASKS,
            before);
    for (String task : tasks) {
      for (String table : PARTS) {
        tx.update("DELETE FROM " + table + " WHERE task = ?", task);
      }
      tx.update("DELETE FROM task WHERE id = ?", task);
      new EventLog(tx).forget(Subject.task(task));
    }
    return tasks.size();
  }
}
