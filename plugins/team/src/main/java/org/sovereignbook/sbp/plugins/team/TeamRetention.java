package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Retention of runs of teams. Their tasks stay on the board, and their members' sessions stay. */
public final class TeamRetention {
  /** A run that ended long ago and cannot be resumed. */
  private static final String OVER =
      " FROM team_run WHERE ended_ms < ? AND id NOT IN (SELECT id FROM team_run ORDER BY started_ms"
          + " DESC, id LIMIT 1) AND id NOT IN (SELECT id FROM team_run WHERE root IS NOT NULL"
          + " ORDER BY started_ms DESC, id LIMIT 1)";

  private TeamRetention() {}

  /**
   * Deletes old runs with their members.
   *
   * @return how many rows
   */
  public static int forget(Ledger ledger) {
    return ledger.<Integer>write(TeamRetention::forgetRuns);
  }

  private static int forgetRuns(Transaction tx) {
    long before = before(tx);
    return tx.update("DELETE FROM team_member WHERE run IN (SELECT id" + OVER + ")", before)
        + tx.update("DELETE FROM team_run WHERE id IN (SELECT id" + OVER + ")", before);
  }

  private static long before(Transaction tx) {
    return tx.nowMs() - Duration.ofDays(tx.node().config().get(TeamSettings.KEEP_DAYS)).toMillis();
  }
}
