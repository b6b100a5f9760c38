package org.sovereignbook.sbp.plugins.offers;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.mail.Correspondent;

/**
 * A task that one node has offered another, seen from either node.
 *
 * @param peerId the id of the task on the offering node
 * @param fence of the claim by which the peer holds the task on the offering node's board
 * @param expiresAt when the offer ends
 */
record Offer(
    String id,
    TaskCrossing.Way way,
    Correspondent peer,
    String peerId,
    String task,
    long fence,
    TaskCrossing.State state,
    Optional<String> reason,
    Instant createdAt,
    Instant expiresAt,
    Cause cause) {

  /** Columns that only queries read. */
  private record Arrived(
      int attempt, Optional<String> sourceEvent, Optional<String> envelope, long textBytes) {}

  static final Rows<Offer> ROWS = new Rows<>("offer", Offer.class, Correspondent.COLUMNS);

  /**
   * Inserts the offer.
   *
   * @param textBytes the size of its texts, when they came from the peer
   */
  void add(Transaction tx, Optional<String> source, Optional<String> envelope, long textBytes) {
    ROWS.insert(tx, this, new Arrived(0, source, envelope, textBytes));
  }

  Subject subject() {
    return new Subject("offer", id);
  }

  /** Returns the offer as people and programs see it. */
  TaskCrossing crossing() {
    return new TaskCrossing(id, way, peer.key().toString(), task, state, reason, expiresAt);
  }

  /** Counts the offers that came from a peer since a time. */
  static long arrivedSince(Transaction tx, PublicKey peer, long sinceMs) {
    return tx.number(
        "SELECT COUNT(*) FROM offer WHERE peer = ? AND way = 'in' AND created_ms > ?",
        peer.toString(),
        sinceMs);
  }

  /** Returns the offer of this id, which exists. */
  static Offer find(Transaction tx, String id) {
    return ROWS.list(tx, "WHERE id = ?", id).getFirst();
  }

  /** Returns the offers, newest first. */
  static List<Offer> all(Transaction tx, int most) {
    return ROWS.list(tx, "ORDER BY created_ms DESC, id LIMIT ?", most);
  }

  /** Returns the offers that brought this task in or gave it to peers, oldest first. */
  static List<Offer> of(Transaction tx, String task) {
    return ROWS.list(tx, "WHERE task = ? ORDER BY created_ms, id", task);
  }

  /** Returns the open offer that brought this task in or gave it to a peer. */
  static Optional<Offer> open(Transaction tx, String task) {
    return ROWS.first(tx, "WHERE task = ? AND state IN ('offered', 'accepted')", task);
  }

  /** Sets the state of the offer. */
  void become(Transaction tx, TaskCrossing.State next, Optional<String> why) {
    tx.update("UPDATE offer SET state = ?, reason = ? WHERE id = ?", next.toString(), why, id);
  }
}
