package org.sovereignbook.sbp.plugins.a2a;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Removal of what clients can no longer ask for. */
final class A2aRetention {
  private static final int BATCH = 100;

  private A2aRetention() {}

  /**
   * Forgets, once their state is up to date, tasks that ended longer ago than they are kept, a few
   * at a time.
   */
  static int forget(Ledger ledger) {
    Following.settle(ledger);
    int forgotten = 0;
    int last;
    do {
      last = ledger.write(A2aRetention::forgetSome);
      forgotten += last;
    } while (last > 0);
    return forgotten;
  }

  private static int forgetSome(Transaction tx) {
    long before = tx.nowMs() - Duration.ofDays(tx.config().get(A2aSettings.KEEP_DAYS)).toMillis();
    List<String> tasks =
        tx.texts(
            "SELECT id FROM a2a_task WHERE NOT ("
                + A2aTask.OPEN
                + ") AND changed_ms < ? LIMIT "
                + BATCH,
            before);
    for (String task : tasks) {
      tx.texts("SELECT content_id FROM a2a_message WHERE task = ? AND content_id IS NOT NULL", task)
          .forEach(tx::forget);
      tx.update("DELETE FROM a2a_message WHERE task = ?", task);
      SentFile.forget(tx, task);
      Pushes.forget(tx, task);
      tx.update("DELETE FROM a2a_input WHERE task = ?", task);
      tx.update("DELETE FROM a2a_question WHERE task = ?", task);
      tx.update("DELETE FROM a2a_event WHERE task = ?", task);
      tx.update("DELETE FROM a2a_task WHERE id = ?", task);
    }
    return tasks.size();
  }
}
