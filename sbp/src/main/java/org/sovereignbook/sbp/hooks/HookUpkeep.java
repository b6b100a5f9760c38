package org.sovereignbook.sbp.hooks;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.ledger.EventLog;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;

/** Keeps what is kept of ended runs, and of what came to webhooks, within its bounds. */
public final class HookUpkeep {
  private static final int BATCH_ROWS = 1_000;

  private HookUpkeep() {}

  @FunctionalInterface
  private interface Batch {
    /** Removes some; how many. */
    int remove(Transaction tx) throws SQLException;
  }

  /**
   * Forgets what is too old or too much. In short transactions; may be repeated.
   *
   * @return how many rows
   */
  public static int forget(Ledger ledger) {
    return all(ledger, HookUpkeep::runs)
        + all(ledger, HookUpkeep::drafts)
        + all(ledger, HookUpkeep::seen);
  }

  private static int all(Ledger ledger, Batch batch) {
    int removed = 0;
    int last;
    do {
      last = ledger.write(batch::remove);
      removed += last;
    } while (last == BATCH_ROWS);
    return removed;
  }

  private static long oldest(Transaction tx) {
    int days = tx.node().config().get(HooksSettings.KEEP_DAYS);
    return tx.nowMs() - Duration.ofDays(days).toMillis();
  }

  /** What goes, and the text that goes with it. */
  private record Over(String id, Optional<String> text) {
    static List<Over> list(Transaction tx, String query, Object... parameters) throws SQLException {
      return tx.sql()
          .list(
              query + " LIMIT " + BATCH_ROWS,
              row -> new Over(row.text(1), row.maybeText(2)),
              parameters);
    }
  }

  private static int runs(Transaction tx) throws SQLException {
    List<Over> over =
        Over.list(
            tx,
            "SELECT id, answer_id FROM (SELECT id, answer_id, number, created_ms, ROW_NUMBER() OVER"
                + " (ORDER BY number DESC) AS place FROM hook_run WHERE state NOT IN ('pending',"
                + " 'started')) AS placed WHERE place > ? OR created_ms < ? ORDER BY number",
            tx.node().config().get(HooksSettings.KEEP_RUNS),
            oldest(tx));
    for (Over run : over) {
      tx.sql().update("DELETE FROM hook_run WHERE id = ?", run.id());
      new EventLog(tx).forget(HookRun.subject(run.id()));
      if (run.text().isPresent()) {
        tx.forget(run.text().get());
      }
    }
    return over.size();
  }

  private static int drafts(Transaction tx) throws SQLException {
    List<Over> over =
        Over.list(tx, "SELECT name, content_id FROM hook_draft WHERE written_ms < ?", oldest(tx));
    for (Over draft : over) {
      tx.sql().update("DELETE FROM hook_draft WHERE name = ?", draft.id());
      tx.forget(draft.text().orElseThrow());
    }
    return over.size();
  }

  private static int seen(Transaction tx) throws SQLException {
    return tx.sql()
        .update(
            "DELETE FROM webhook_seen WHERE (webhook, delivery) IN (SELECT webhook, delivery FROM"
                + " (SELECT webhook, delivery, ROW_NUMBER() OVER (PARTITION BY webhook ORDER BY"
                + " at_ms DESC, delivery) AS place FROM webhook_seen) AS placed WHERE place > ?"
                + " LIMIT "
                + BATCH_ROWS
                + ")",
            tx.node().config().get(HooksSettings.SEEN_DELIVERIES));
  }
}
