package org.sovereignbook.sbp.testkit.board;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.board.BoardSettings;
import org.sovereignbook.sbp.board.Claim;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;

/**
 * What the database tells of a trial when it is over: which claims ran out, and when. All times are
 * its own.
 *
 * @param ticks when each tick of maintenance began, in milliseconds since 1970
 */
record TrialHistory(Ledger ledger, List<Long> ticks) {
  /** Where a worker holds the row just then, a tick passes over it, and the next one does not. */
  private static final int PASSED_OVER = 1;

  /** A claim that nobody handed in. */
  private record Expired(String task, int number, long fence, long startedMs, long endedMs) {}

  /** What a call about a claim says of it, so that its row in the audit is found again. */
  static JsonObject about(Claim claim) {
    return about(claim.task(), claim.fence());
  }

  private static JsonObject about(String task, long fence) {
    return JsonObject.empty().with("task", task).with("fence", fence);
  }

  /**
   * The claims that were ended while their lease held, and those that a task was stuck in: still
   * held when the tick after the first one behind the end of the lease was over.
   */
  List<String> wronglyEnded() {
    return ledger.read(
        tx -> {
          long leaseMs = ledger.node().config().get(BoardSettings.LEASE).toMillis();
          Map<String, List<Long>> renewals = renewals(tx);
          List<String> wrong = new ArrayList<>();
          for (Expired claim : expired(tx)) {
            long overMs = lastBegun(tx, claim, renewals, leaseMs) + leaseMs;
            if (claim.endedMs() < overMs) {
              wrong.add(claim + " was ended before " + overMs);
            } else if (claim.endedMs() > latestMs(overMs)) {
              wrong.add(claim + " was stuck since " + overMs);
            }
          }
          return wrong;
        });
  }

  private long latestMs(long overMs) {
    return ticks.stream()
        .filter(tick -> tick >= overMs)
        .skip(1 + PASSED_OVER)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  private static List<Expired> expired(Transaction tx) throws SQLException {
    return tx.sql()
        .list(
            "SELECT task, number, fence, started_ms, ended_ms FROM task_attempt"
                + " WHERE ending = 'expired'",
            row ->
                new Expired(
                    row.text(1), (int) row.number(2), row.number(3), row.number(4), row.number(5)));
  }

  /** When its lease began for the last time: claimed, taken up after a rejection, or renewed. */
  private static long lastBegun(
      Transaction tx, Expired claim, Map<String, List<Long>> renewals, long leaseMs)
      throws SQLException {
    long begun =
        tx.event("task:" + claim.task() + ":claimed:" + claim.number())
            .map(event -> event.atMs())
            .orElse(claim.startedMs());
    String call = ContentHash.of(about(claim.task(), claim.fence())).hex();
    for (long renewed : renewals.getOrDefault(call, List.of())) {
      // One that came later was refused.
      begun = renewed < begun + leaseMs ? Math.max(begun, renewed) : begun;
    }
    return begun;
  }

  private static Map<String, List<Long>> renewals(Transaction tx) throws SQLException {
    Map<String, List<Long>> renewals = new HashMap<>();
    tx.sql()
        .each(
            "SELECT arguments_sha256, at_ms FROM audit WHERE tool = 'task_renew' ORDER BY at_ms",
            row ->
                renewals.computeIfAbsent(row.text(1), _ -> new ArrayList<>()).add(row.number(2)));
    return renewals;
  }
}
