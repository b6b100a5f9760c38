package org.sovereignbook.sbp.society.team;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Retention of runs and conversations of teams. Their tasks stay on the board. */
public final class TeamRetention {
  private static final int BATCH_ROWS = 500;

  /** A run that ended long ago and cannot be resumed. */
  private static final String OVER =
      " FROM team_run WHERE ended_ms < ? AND id NOT IN (SELECT id FROM team_run ORDER BY started_ms"
          + " DESC, id LIMIT 1) AND id NOT IN (SELECT id FROM team_run WHERE root IS NOT NULL"
          + " ORDER BY started_ms DESC, id LIMIT 1)";

  private TeamRetention() {}

  /**
   * Deletes old runs with their members, and all but the newest turns of each member, beyond those
   * that it may be shown.
   *
   * @return how many rows
   */
  public static int forget(Ledger ledger) {
    int forgotten = 0;
    int last;
    do {
      last = ledger.write(TeamRetention::forgetTurns);
      forgotten += last;
    } while (last == BATCH_ROWS);
    return forgotten + ledger.<Integer>write(TeamRetention::forgetRuns);
  }

  private static int forgetTurns(Transaction tx) {
    List<String> texts = new ArrayList<>();
    int turns =
        tx.list(
                "DELETE FROM team_turn WHERE number IN (SELECT number FROM (SELECT number, run,"
                    + " ROW_NUMBER() OVER (PARTITION BY run, name ORDER BY number DESC) AS place"
                    + " FROM team_turn) AS placed WHERE place > ? OR run IN (SELECT id"
                    + OVER
                    + ") LIMIT ?) RETURNING asked_id, answered_id",
                row -> texts.add(row.text(1)) && texts.add(row.text(2)),
                TeamKeys.MAX_TURNS,
                before(tx),
                BATCH_ROWS)
            .size();
    for (String text : texts) {
      tx.forget(text);
    }
    return turns;
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
