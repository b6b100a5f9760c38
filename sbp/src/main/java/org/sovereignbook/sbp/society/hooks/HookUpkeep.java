package org.sovereignbook.sbp.society.hooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;

/** Keeps what is kept of ended runs within its bounds. */
public final class HookUpkeep {
  private static final int BATCH_ROWS = 1_000;
  private static final String ENDED = "state NOT IN ('pending', 'started')";

  /** What is told of each run and of each time; what came of them stays as long as it does. */
  private static final List<String> TOLD =
      List.of(Matching.TICK, "hook.fired", "hook.unknown", "hook.circuit_opened");

  private HookUpkeep() {}

  /**
   * Forgets runs that are too old or too many, with what they have answered and what was told of
   * them, times that were so long ago, and which drafts were written then; and posts to webhooks
   * beyond those that are known again.
   *
   * @return how many
   */
  public static int forget(Ledger ledger) {
    int forgotten = 0;
    int last;
    do {
      last = ledger.write(HookUpkeep::forgetSome);
      forgotten += last;
    } while (last >= BATCH_ROWS);
    return forgotten;
  }

  private static int forgetSome(Transaction tx) {
    Config config = tx.node().config();
    long before = tx.nowMs() - Duration.ofDays(config.get(HooksSettings.KEEP_DAYS)).toMillis();
    List<Optional<String>> texts =
        new ArrayList<>(
            tx.list(
                "DELETE FROM hook_run WHERE number IN (SELECT number FROM (SELECT number,"
                    + " created_ms, ROW_NUMBER() OVER (ORDER BY number DESC) AS place"
                    + " FROM hook_run WHERE "
                    + ENDED
                    + ") AS placed WHERE place > ? OR created_ms < ? LIMIT ?) RETURNING answer_id",
                row -> row.maybeText(1),
                config.get(HooksSettings.KEEP_RUNS),
                before,
                BATCH_ROWS));
    texts.addAll(
        tx.list(
            "DELETE FROM hook_draft WHERE name IN (SELECT name FROM hook_draft WHERE"
                + " written_ms < ? LIMIT ?) RETURNING content_id",
            row -> row.maybeText(1),
            before,
            BATCH_ROWS));
    for (Optional<String> text : texts) {
      if (text.isPresent()) {
        tx.forget(text.get());
      }
    }
    return texts.size()
        + new EventLog(tx).forget(TOLD, Optional.empty(), before, BATCH_ROWS)
        + forgetSeen(tx, config.get(HooksSettings.SEEN_DELIVERIES));
  }

  /** Which posts were taken, of each webhook the newest so many. */
  private static int forgetSeen(Transaction tx, int most) {
    return tx.update(
        "DELETE FROM webhook_seen WHERE (webhook, delivery) IN (SELECT webhook, delivery FROM"
            + " (SELECT webhook, delivery, ROW_NUMBER() OVER (PARTITION BY webhook ORDER BY"
            + " at_ms DESC, delivery) AS place FROM webhook_seen) AS placed WHERE place > ?"
            + " LIMIT ?)",
        most,
        BATCH_ROWS);
  }
}
