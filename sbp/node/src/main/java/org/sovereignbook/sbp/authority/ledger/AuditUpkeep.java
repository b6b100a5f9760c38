package org.sovereignbook.sbp.authority.ledger;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;

/**
 * Removal of old decisions, always the oldest of a chain first, and signing of how far the chains
 * go. Rows are removed in the order in which they were written, and their times only decide when to
 * stop: a clock that was wrong for an hour removes no young row, and keeps none for ever.
 */
record AuditUpkeep(Ledger ledger, Config config) {
  /**
   * Minimum age like the one of {@link Upkeep}; the chain itself bounds the number of younger rows.
   */
  private static final Duration YOUNG = Duration.ofDays(3);

  private static final int BATCH_ROWS = 1_000;

  /**
   * Rows of a chain that stay: all younger than the minimum age, and of the newest {@code rows}
   * those within {@code time}.
   */
  private record RetentionRule(String trail, Duration time, int rows) {}

  /** Runs the upkeep, in short transactions. */
  int run() {
    Duration days = Duration.ofDays(config.get(SocietySettings.AUDIT_KEEP_DAYS));
    int removed = removeUnchained(days);
    int strangers = config.get(SocietySettings.PEER_AUDIT_ROWS);
    for (RetentionRule rule :
        List.of(
            new RetentionRule(AuditChain.OWN, days, Integer.MAX_VALUE),
            new RetentionRule(AuditChain.STRANGERS, days, strangers),
            new RetentionRule(
                AuditChain.GRANTS,
                Duration.ofDays(config.get(SocietySettings.GRANTS_KEEP_DAYS)),
                Integer.MAX_VALUE))) {
      removed += remove(rule);
    }
    ledger.run(
        tx -> {
          AuditAnchors anchors = new AuditAnchors(tx);
          new AuditSeal(tx.node()).shorten(anchors);
          anchors.seeAll();
          new AuditChain(tx).removeDetails();
        });
    return removed;
  }

  /** Removes rows from before there were chains. */
  private int removeUnchained(Duration older) {
    return ledger.write(
        tx ->
            tx.update(
                "DELETE FROM audit WHERE trail IS NULL AND at_ms < ?",
                tx.nowMs() - older.toMillis()));
  }

  private int remove(RetentionRule rule) {
    int removed = 0;
    for (Optional<Long> some = batch(rule); some.isPresent(); some = batch(rule)) {
      long through = some.get();
      removed += ledger.<Integer>write(tx -> new AuditChain(tx).remove(rule.trail(), through));
    }
    return removed;
  }

  /** Returns the last of the oldest rows that may be removed, at most a batch of them. */
  private Optional<Long> batch(RetentionRule rule) {
    return ledger.read(
        tx -> {
          long stays = firstToStay(tx, rule);
          return tx
              .list(
                  "SELECT seq FROM audit WHERE trail = ? AND seq < ? ORDER BY seq LIMIT "
                      + BATCH_ROWS,
                  row -> row.number(1),
                  rule.trail(),
                  stays)
              .stream()
              .reduce((_, last) -> last);
        });
  }

  /**
   * Returns the number of the first row that stays. A row with a time in the future was written by
   * a wrong clock; it stays until rows that were written after it are old.
   */
  private long firstToStay(Transaction tx, RetentionRule rule) {
    long surplusBefore =
        tx.first(
                "SELECT seq FROM audit WHERE trail = ? ORDER BY seq DESC LIMIT 1 OFFSET ?",
                row -> row.number(1),
                rule.trail(),
                Math.max(0, rule.rows() - 1))
            .orElse(rule.rows() == 0 ? Long.MAX_VALUE : 0L);
    long young = tx.nowMs() - YOUNG.toMillis();
    long old = tx.nowMs() - rule.time().toMillis();
    String older = "CASE WHEN %s.seq < ? THEN ? ELSE ? END";
    return tx.first(
            "SELECT seq FROM audit a WHERE trail = ? AND at_ms >= "
                + older.formatted("a")
                + " AND NOT (at_ms > ? AND EXISTS (SELECT 1 FROM audit b WHERE b.trail = a.trail"
                + " AND b.seq > a.seq AND b.at_ms < "
                + older.formatted("b")
                + ")) ORDER BY seq LIMIT 1",
            row -> row.number(1),
            rule.trail(),
            surplusBefore,
            Math.max(old, young),
            old,
            tx.nowMs(),
            surplusBefore,
            Math.max(old, young),
            old)
        .orElse(Long.MAX_VALUE);
  }
}
