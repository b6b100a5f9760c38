package org.sovereignbook.sbp.society.reputation;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Retention of verdicts, weights of reviews and changes of scores. */
public final class ReputationRetention {
  private static final List<String> TABLES =
      List.of("reputation_change", "review_verdict", "peer_review");

  private ReputationRetention() {}

  /** Deletes what is older than {@code reputation.keep_days}. Returns how many rows. */
  public static int forget(Ledger ledger) {
    return ledger.<Integer>write(ReputationRetention::forget);
  }

  private static int forget(Transaction tx) {
    long before =
        tx.nowMs() - Duration.ofDays(tx.config().get(ReputationSettings.KEEP_DAYS)).toMillis();
    int forgotten = 0;
    for (String table : TABLES) {
      forgotten += tx.update("DELETE FROM " + table + " WHERE at_ms < ?", before);
    }
    return forgotten;
  }
}
