package org.sovereignbook.sbp.hooks;

import java.time.Duration;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.node.Config;

/** Keeps what is kept of ended runs within its bounds. */
public final class HookUpkeep {
  private static final int BATCH_ROWS = 1_000;
  private static final String ENDED = "state NOT IN ('pending', 'started')";

  private HookUpkeep() {}

  /** Forgets what is too old or too much. */
  public static void run(Ledger ledger) {
    Config config = ledger.node().config();
    Duration kept = Duration.ofDays(config.get(HooksSettings.KEEP_DAYS));
    int most = config.get(HooksSettings.KEEP_RUNS);
    int removed;
    do {
      removed =
          ledger.write(
              tx ->
                  tx.sql()
                      .update(
                          "DELETE FROM hook_run WHERE number IN (SELECT number FROM (SELECT number,"
                              + " created_ms, ROW_NUMBER() OVER (ORDER BY number DESC) AS place"
                              + " FROM hook_run WHERE "
                              + ENDED
                              + ") AS placed WHERE place > ? OR created_ms < ? LIMIT ?)",
                          most,
                          tx.nowMs() - kept.toMillis(),
                          BATCH_ROWS));
    } while (removed == BATCH_ROWS);
  }
}
