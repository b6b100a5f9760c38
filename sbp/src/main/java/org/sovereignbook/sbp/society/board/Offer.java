package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.mail.Correspondent;

/**
 * A task that one node has offered another, seen from either node.
 *
 * @param peerId the id of the task on the offering node
 * @param fence of the claim by which the peer holds the task on the offering node's board
 * @param expiresAt when the offer ends
 */
public record Offer(
    String id,
    Way way,
    @Shape.Hidden Correspondent peer,
    @Shape.Hidden String peerId,
    String task,
    @Shape.Hidden long fence,
    State state,
    Optional<String> reason,
    @Shape.Hidden Instant createdAt,
    Instant expiresAt,
    @Shape.Hidden Cause cause) {

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

  /** The direction of an offer. */
  public enum Way {
    /** From the peer. */
    IN,
    /** From this node. */
    OUT
  }

  /** The state of an offer. */
  public enum State {
    OFFERED,
    /** The task is on the peer's board. */
    ACCEPTED,
    COMPLETED,
    REFUSED,
    FAILED,
    WITHDRAWN,
    EXPIRED;

    /** Returns whether the offer may still change. */
    public boolean isOpen() {
      return this == OFFERED || this == ACCEPTED;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  Subject subject() {
    return new Subject("offer", id);
  }

  /** Returns the offers, newest first. */
  public static List<Offer> all(Transaction tx, int most) {
    return ROWS.list(tx, "ORDER BY created_ms DESC, id LIMIT ?", most);
  }

  /** Returns the offers that brought this task in or gave it to peers, oldest first. */
  public static List<Offer> of(Transaction tx, String task) {
    return ROWS.list(tx, "WHERE task = ? ORDER BY created_ms, id", task);
  }

  /** Returns the open offer that brought this task in or gave it to a peer. */
  static Optional<Offer> open(Transaction tx, String task) {
    return ROWS.first(tx, "WHERE task = ? AND state IN ('offered', 'accepted')", task);
  }

  /** Sets the state of the offer. */
  void become(Transaction tx, State next, Optional<String> why) {
    tx.update("UPDATE offer SET state = ?, reason = ? WHERE id = ?", next.toString(), why, id);
  }
}
