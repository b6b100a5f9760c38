package org.sovereignbook.sbp.access;

import java.sql.SQLException;
import java.time.Duration;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Transaction;

/**
 * How often somebody may use a tool: a bucket of an hour's calls, which fills evenly. Kept as the
 * time at which the next call would be due if all came evenly; a full bucket is no row at all.
 */
public record RateLimit(Transaction tx) {
  private static final long HOUR_MS = Duration.ofHours(1).toMillis();

  /**
   * Takes a call out of the bucket.
   *
   * @param countedAs the principal, or the person that it is on whatever channel
   * @return whether there was one left; else nothing is taken
   */
  public boolean take(Principal principal, String countedAs, String tool) throws SQLException {
    boolean isAgent = principal.agentId().isPresent();
    boolean isStranger = !AuthoritySnapshot.isOfTheNode(principal);
    int perHour =
        isAgent
            ? tx.node().config().get(AccessSettings.AGENT_CALLS)
            : isStranger ? tx.node().config().get(AccessSettings.STRANGER_CALLS) : 0;
    return perHour == 0 || take(countedAs, tool, perHour);
  }

  private boolean take(String countedAs, String tool, int perHour) throws SQLException {
    long apartMs = Math.max(1, HOUR_MS / perHour);
    long due =
        tx.sql()
            .first(
                "SELECT due_ms FROM access_rate WHERE principal = ? AND tool = ?"
                    + tx.sql().dialect().forUpdate(),
                row -> row.number(1),
                countedAs,
                tool)
            .orElse(0L);
    long next = nextDue(due, tx.nowMs(), apartMs);
    if (next - tx.nowMs() > HOUR_MS) {
      return false;
    }
    tx.sql().update("DELETE FROM access_rate WHERE due_ms <= ?", tx.nowMs());
    tx.sql()
        .update(
            "INSERT INTO access_rate (principal, tool, due_ms) VALUES (?, ?, ?)"
                + " ON CONFLICT (principal, tool) DO UPDATE SET due_ms = excluded.due_ms",
            countedAs,
            tool,
            next);
    return true;
  }

  /** After one more call; a clock that was set back empties no bucket for longer than an hour. */
  static long nextDue(long dueMs, long nowMs, long apartMs) {
    return Math.min(Math.max(dueMs, nowMs), nowMs + HOUR_MS) + apartMs;
  }
}
