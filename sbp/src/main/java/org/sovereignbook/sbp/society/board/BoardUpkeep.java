package org.sovereignbook.sbp.society.board;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.mail.MailSettings;

/** What is done about tasks when nobody comes for them. In short transactions; may be repeated. */
public final class BoardUpkeep {
  private static final int BATCH_TASKS = 100;

  /** What of a task lies in other tables than its own. */
  private static final List<String> PARTS =
      List.of("task_label", "blocker", "task_reviewer", "task_attempt", "task_review");

  private BoardUpkeep() {}

  /** Ends leases, times for reviews and deadlines that are over, so that peers hear of it, too. */
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
   * Forgets tasks of peers that ended as long ago as mails of peers are kept. Those that others
   * wait for, or are parts of, stay.
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
