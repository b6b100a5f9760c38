package org.sovereignbook.sbp.society.board;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.mail.Correspondent;

/**
 * A task that one node has offered another, as either of them sees it.
 *
 * @param peerId by which the offering node knows it
 * @param fence of the claim by which it is the peer's, on the offering node's board
 * @param expiresMs until when it stands, in milliseconds since 1970
 */
public record Offer(
    String id,
    Way way,
    Correspondent peer,
    String peerId,
    String task,
    long fence,
    State state,
    Optional<String> reason,
    long expiresMs,
    Principal principal) {
  static final Rows<Offer> ROWS = new Rows<>("offer", Offer.class, Correspondent.COLUMNS);

  /** Who has offered it. */
  public enum Way {
    /** The peer. */
    IN,
    /** This node. */
    OUT
  }

  /** How it stands. */
  public enum State {
    OFFERED,
    /** It is on the peer's board. */
    ACCEPTED,
    COMPLETED,
    REFUSED,
    FAILED,
    WITHDRAWN,
    EXPIRED;

    /** Whether something may still come of it. */
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

  /** All there are, the newest first. */
  public static List<Offer> all(Transaction tx, int most) {
    return ROWS.list(tx, "ORDER BY created_ms DESC, id LIMIT ?", most);
  }

  /** Those that a task is, or was given to peers by, the first one first. */
  public static List<Offer> of(Transaction tx, String task) {
    return ROWS.list(tx, "WHERE task = ? ORDER BY created_ms, id", task);
  }

  /** The one that a task is, or was given to a peer by, and of which something may still come. */
  static Optional<Offer> open(Transaction tx, String task) {
    return ROWS.first(tx, "WHERE task = ? AND state IN ('offered', 'accepted')", task);
  }

  /** It stands so from now on. */
  void become(Transaction tx, State next, Optional<String> why) {
    tx.update("UPDATE offer SET state = ?, reason = ? WHERE id = ?", next.toString(), why, id);
  }
}
