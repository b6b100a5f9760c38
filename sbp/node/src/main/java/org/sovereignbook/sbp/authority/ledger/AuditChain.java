package org.sovereignbook.sbp.authority.ledger;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.authority.sql.SqlFailure;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Cut;

/**
 * Appending of rows to the audit log, and removal of the oldest. Each row's hash covers the row
 * before it in its chain. The node's own decisions, those of strangers and those about grants have
 * separate chains, since each is kept for its own time, and only the oldest rows of a chain can be
 * removed without breaking it. Each chain has several lanes: concurrent writers each take a lane
 * that no other transaction has locked.
 */
record AuditChain(Transaction tx) {
  static final String OWN = "own";
  static final String STRANGERS = "strangers";
  static final String GRANTS = "grants";
  static final int LANES = 8;

  private static final int MAX_REASON_CHARACTERS = 300;

  /** Number of rows after which it is checked whether strangers have more rows than allowed. */
  private static final int CHECKED_EVERY_ROWS = 100;

  /** Time to wait for another transaction that is creating the lane of the same number. */
  private static final int MAKE_LANE_MILLIS = 20;

  /** SQL state of PostgreSQL for a lock that was not acquired in time. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** Newest row of a chain. */
  record Head(int lane, long number, String hash) {}

  /**
   * Adds a row.
   *
   * @return its place
   */
  String add(AuditRow row) {
    String trail = trail(row);
    Head head = head(trail);
    AuditEntry.Said said =
        new AuditEntry.Said(
            tx.nowMs(),
            row.authority().principal().text(),
            row.agent(),
            row.authority().channel(),
            row.tool(),
            ContentHash.of(row.arguments()).hex(),
            row.decision(),
            row.decision().equals(AuditRow.ALLOW) ? row.reason() : redacted(row.reason()),
            tx.keep(row.authority()),
            row.more().event(),
            row.more().detail().isEmpty()
                ? Optional.empty()
                : Optional.of(tx.keep("audit_detail", row.more().detail().get())),
            row.more().grant(),
            row.more().tookMicros());
    long number = head.number() + 1;
    insert(trail, head, number, said);
    if (trail.equals(STRANGERS) && number % CHECKED_EVERY_ROWS == 0) {
      bound();
    }
    return trail + ":" + head.lane() + ":" + number;
  }

  private void insert(String trail, Head head, long number, AuditEntry.Said said) {
    String hash = AuditEntry.hash(head.hash(), trail, head.lane(), number, said);
    AuditEntry.Link link = new AuditEntry.Link(trail, head.lane(), number, hash);
    AuditEntry.Chained.ROWS.insert(tx, new AuditEntry.Chained(link, said));
    tx.update(
        "UPDATE audit_chain SET number = ?, hash = ? WHERE trail = ? AND lane = ?",
        number,
        hash,
        trail,
        head.lane());
    tx.decided(link);
  }

  private static String trail(AuditRow row) {
    if (row.more().grant().isPresent()) {
      return GRANTS;
    }
    return row.authority().principal().isStranger() ? STRANGERS : OWN;
  }

  /**
   * Returns a lane that no other transaction has locked. When there is none, creates a lane or
   * waits for a locked one.
   */
  private Head head(String trail) {
    String query = "SELECT lane, number, hash FROM audit_chain WHERE trail = ?";
    Optional<Head> free = head(query + " ORDER BY lane LIMIT 1" + tx.dialect().skipLocked(), trail);
    if (free.isPresent()) {
      return free.get();
    }
    int lane = tx.dialect() == Dialect.SQLITE ? made(trail, 0) : made(trail);
    return head(query + " AND lane = ?" + tx.dialect().forUpdate(), trail, lane).orElseThrow();
  }

  /**
   * Creates a lane that no other transaction is creating at the same time, or returns a locked one
   * when there are as many as allowed: a call with a long transaction must not keep others from
   * ending it.
   */
  private int made(String trail) {
    List<Integer> there =
        tx.list(
            "SELECT lane FROM audit_chain WHERE trail = ?",
            row -> Math.toIntExact(row.number(1)),
            trail);
    int first = Math.floorMod(tx.node().random().nextInt(), LANES);
    for (int i = 0; i < LANES; i++) {
      int lane = (first + i) % LANES;
      if (!there.contains(lane) && madeWithoutWaiting(trail, lane)) {
        return lane;
      }
    }
    return made(trail, first);
  }

  private boolean madeWithoutWaiting(String trail, int lane) {
    tx.script("SAVEPOINT lane");
    try {
      tx.script("SET LOCAL lock_timeout = '" + MAKE_LANE_MILLIS + "ms'");
      int _ = made(trail, lane);
      tx.script("SET LOCAL lock_timeout TO DEFAULT");
      tx.script("RELEASE SAVEPOINT lane");
      return true;
    } catch (SqlFailure e) {
      if (!LOCK_NOT_AVAILABLE.equals(e.reason().getSQLState())) {
        throw e;
      }
      tx.script("ROLLBACK TO SAVEPOINT lane");
      return false;
    }
  }

  private int made(String trail, int lane) {
    tx.update(
        "INSERT INTO audit_chain (trail, lane, number, hash) VALUES (?, ?, 0, '')"
            + " ON CONFLICT (trail, lane) DO NOTHING",
        trail,
        lane);
    return lane;
  }

  private Optional<Head> head(String query, Object... parameters) {
    return tx.first(
        query,
        row -> new Head(Math.toIntExact(row.number(1)), row.number(2), row.text(3)),
        parameters);
  }

  /** Redacts the reason of a refusal, which may quote the caller's text. */
  private String redacted(String reason) {
    String shortened = Cut.after(reason, MAX_REASON_CHARACTERS);
    return tx.holdsKey(shortened) ? "(redacted: it contains a private key)" : shortened;
  }

  /**
   * Limits the rows of strangers to twice the number that {@link Upkeep} leaves, however fast they
   * come.
   */
  private void bound() {
    long most = 2L * tx.node().config().get(SocietySettings.PEER_AUDIT_ROWS);
    Optional<Long> newestToGo =
        tx.first(
            "SELECT seq FROM audit WHERE trail = ? ORDER BY seq DESC LIMIT 1 OFFSET " + most,
            row -> row.number(1),
            STRANGERS);
    if (newestToGo.isPresent()) {
      int _ = remove(STRANGERS, newestToGo.get());
    }
  }

  /**
   * Removes the oldest rows of a trail, and signs up to which one.
   *
   * @return the number of removed rows
   */
  int remove(String trail, long throughSeq) {
    AuditAnchors anchors = new AuditAnchors(tx);
    for (AuditEntry last :
        AuditEntry.ROWS.list(
            tx,
            "WHERE trail = ? AND seq <= ? AND number = (SELECT MAX(number) FROM audit b"
                + " WHERE b.trail = audit.trail AND b.lane = audit.lane AND b.seq <= ?)",
            trail,
            throughSeq,
            throughSeq)) {
      anchors.put(AuditAnchors.CUT, last.link().orElseThrow());
    }
    return tx.update("DELETE FROM audit WHERE trail = ? AND seq <= ?", trail, throughSeq);
  }

  /** Removes details that have been unused for a while and that no row refers to. */
  int removeDetails() {
    return tx.update(
        "DELETE FROM audit_detail WHERE last_ms < ? AND NOT EXISTS"
            + " (SELECT 1 FROM audit WHERE detail_id = audit_detail.id)",
        tx.nowMs() - Transaction.SAME_USE.multipliedBy(2).toMillis());
  }
}
