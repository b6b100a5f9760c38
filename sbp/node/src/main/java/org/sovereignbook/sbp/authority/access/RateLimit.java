package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.TimeJudge;

/**
 * Rate limit of a requester per tool: a bucket of one hour's calls, which fills evenly. Stored as
 * the time at which the next call would be due if all came evenly; a full bucket has no row.
 */
public record RateLimit(Transaction tx) {
  /** First word of the reason for a refusal, also in the audit log. */
  public static final String CODE = "rate_limited";

  private static final long HOUR_MS = Duration.ofHours(1).toMillis();

  /**
   * Takes a call out of the bucket.
   *
   * @param requester a person counts once over all channels
   * @return why the call may not be made now, and when it may; then nothing is taken
   */
  public Optional<String> refusal(Requester requester, String tool) {
    Optional<Setting<Integer>> limit = limit(requester);
    int perHour = limit.isPresent() ? tx.config().get(limit.get()) : 0;
    if (perHour == 0) {
      return Optional.empty();
    }
    return take(requester.countedAs(), tool, perHour)
        .map(
            next ->
                "%s: the %d calls of %s an hour are used up; the next may be made at %s (%s)"
                    .formatted(
                        CODE, perHour, tool, Timestamp.ofMillis(next + 999), limit.get().key()));
  }

  /** Returns the limit of a requester; the owner, on any channel, and the program have none. */
  private static Optional<Setting<Integer>> limit(Requester requester) {
    if (requester.principal().agentId().isPresent()) {
      return Optional.of(AccessSettings.AGENT_CALLS);
    }
    return requester.isUser() || AuthoritySnapshot.isOfTheNode(requester.principal())
        ? Optional.empty()
        : Optional.of(AccessSettings.STRANGER_CALLS);
  }

  /** Takes one call, or returns when one is available, in milliseconds since 1970. */
  private Optional<Long> take(String countedAs, String tool, int perHour) {
    long apartMs = Math.max(1, HOUR_MS / perHour);
    long due =
        tx.number(
            "SELECT due_ms FROM access_rate WHERE principal = ? AND tool = ?"
                + tx.dialect().forUpdate(),
            countedAs,
            tool);
    long next = nextDue(due, tx.nowMs(), apartMs);
    if (next - tx.nowMs() > HOUR_MS) {
      return Optional.of(next - HOUR_MS);
    }
    if (due == 0) {
      // Deletes the rows of buckets that are full again.
      tx.update("DELETE FROM access_rate WHERE due_ms <= ?", tx.nowMs());
    }
    tx.update(
        "INSERT INTO access_rate (principal, tool, due_ms) VALUES (?, ?, ?)"
            + " ON CONFLICT (principal, tool) DO UPDATE SET due_ms = excluded.due_ms",
        countedAs,
        tool,
        next);
    return Optional.empty();
  }

  /**
   * Returns the due time after one more call. No bucket is ever more than an hour ahead unless the
   * clock was set back: then it restarts from now, since otherwise no call would be possible until
   * the clock caught up.
   */
  private static long nextDue(long dueMs, long nowMs, long apartMs) {
    boolean isSetBack = dueMs > TimeJudge.latestMs(Duration.ofMillis(HOUR_MS), nowMs);
    return (isSetBack ? nowMs : Math.max(dueMs, nowMs)) + apartMs;
  }
}
