package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;

/** Retention of ended runs. */
public final class HookUpkeep {
  private static final int BATCH_ROWS = 1_000;
  private static final String ENDED = "state NOT IN ('pending', 'started')";

  /** Kinds of events about runs and slots; other events that they led to are kept with the run. */
  private static final List<String> REPORTED =
      List.of(Matching.TICK, "hook.fired", "hook.unknown", "hook.circuit_opened");

  private HookUpkeep() {}

  /**
   * Deletes old or surplus runs with their answers and events, old slots, old records of drafts,
   * and records of webhook posts beyond those needed to recognise repeats.
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
        + new EventLog(tx).forget(REPORTED, Optional.empty(), before, BATCH_ROWS)
        + forgetSeen(tx, config.get(HooksSettings.SEEN_DELIVERIES));
  }

  /** Deletes records of webhook posts, except the newest {@code most} of each webhook. */
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
