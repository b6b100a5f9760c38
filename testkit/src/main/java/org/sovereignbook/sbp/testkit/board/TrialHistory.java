package org.sovereignbook.sbp.testkit.board;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Claim;

/**
 * History of a finished trial from the database: the claims that expired, and when. All times are
 * the database's.
 */
record TrialHistory(Ledger ledger, List<Tick> ticks) {
  /** Claim that ended without a submission. */
  private record Expired(String task, int number, long fence, long startedMs, long endedMs) {
    private Held held() {
      return new Held(task, fence);
    }
  }

  /** A claim, by its fencing token. */
  private record Held(String task, long fence) {}

  /**
   * Tick of maintenance.
   *
   * @param atMs when it began, in milliseconds since 1970
   * @param free the claims whose tasks no worker had locked just then, so that the tick could
   *     settle them all
   */
  record Tick(long atMs, Set<Held> free) {
    /** Settles what is due, as maintenance does, at most so many tasks. */
    static Tick settle(Transaction tx, int most) {
      List<Held> free =
          tx.list(
              "SELECT id, fence FROM task WHERE state = 'claimed'" + tx.dialect().skipLocked(),
              row -> new Held(row.text(1), row.number(2)));
      int _ = Board.in(tx).settle(most);
      return new Tick(tx.nowMs(), Set.copyOf(free));
    }

    private boolean leftOpen(Expired claim, long overMs) {
      return atMs >= overMs && atMs < claim.endedMs() && free.contains(claim.held());
    }
  }

  /** Returns the data of a claim in a call, by which its row in the audit is found again. */
  static JsonObject about(Claim claim) {
    return about(claim.task(), claim.fence());
  }

  private static JsonObject about(String task, long fence) {
    return JsonObject.empty().with("task", task).with("fence", fence);
  }

  /**
   * Returns the claims that were ended while their lease was valid, and those that left a task
   * stuck: the first tick after the end of the lease that could have settled the task left it as it
   * was.
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
            } else if (ticks.stream().anyMatch(tick -> tick.leftOpen(claim, overMs))) {
              wrong.add(claim + " was stuck since " + overMs);
            }
          }
          return wrong;
        });
  }

  private static List<Expired> expired(Transaction tx) {
    return tx.list(
        "SELECT task, number, fence, started_ms, ended_ms FROM task_attempt"
            + " WHERE ending = 'expired'",
        row ->
            new Expired(
                row.text(1), (int) row.number(2), row.number(3), row.number(4), row.number(5)));
  }

  /** Returns when the claim's lease last began: claimed, resumed after a rejection, or renewed. */
  private static long lastBegun(
      Transaction tx, Expired claim, Map<String, List<Long>> renewals, long leaseMs) {
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

  private static Map<String, List<Long>> renewals(Transaction tx) {
    Map<String, List<Long>> renewals = new HashMap<>();
    tx.each(
        "SELECT arguments_sha256, at_ms FROM audit WHERE tool = 'task_renew' ORDER BY at_ms",
        row -> renewals.computeIfAbsent(row.text(1), _ -> new ArrayList<>()).add(row.number(2)));
    return renewals;
  }
}
