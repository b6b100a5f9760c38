package org.sovereignbook.sbp.board;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Subject;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.mail.Correspondent;
import org.sovereignbook.sbp.sql.Sql;

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
  private static final String COLUMNS =
      "id, way, peer, peer_endpoint, peer_id, task, fence, state, reason, expires_ms, principal";

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
  public static List<Offer> all(Transaction tx, int most) throws SQLException {
    return list(tx, "ORDER BY created_ms DESC, id LIMIT ?", most);
  }

  static List<Offer> list(Transaction tx, String condition, Object... parameters)
      throws SQLException {
    return tx.sql().list("SELECT " + COLUMNS + " FROM offer " + condition, Offer::read, parameters);
  }

  /** Those that a task is, or was given to peers by, the first one first. */
  public static List<Offer> of(Transaction tx, String task) throws SQLException {
    return list(tx, "WHERE task = ? ORDER BY created_ms, id", task);
  }

  /** The one that a task is, or was given to a peer by, and of which something may still come. */
  static Optional<Offer> open(Transaction tx, String task) throws SQLException {
    return list(tx, "WHERE task = ? AND state IN ('offered', 'accepted') LIMIT 1", task).stream()
        .findFirst();
  }

  private static Offer read(Sql.Row row) throws SQLException {
    return new Offer(
        row.text(1),
        Words.find(Way.class, row.text(2)).orElseThrow(),
        Correspondent.read(row, 3).orElseThrow(),
        row.text(5),
        row.text(6),
        row.number(7),
        Words.find(State.class, row.text(8)).orElseThrow(),
        row.maybeText(9),
        row.number(10),
        new Principal(row.text(11)));
  }

  /** It stands so from now on. */
  void become(Transaction tx, State next, Optional<String> why) throws SQLException {
    tx.sql()
        .update("UPDATE offer SET state = ?, reason = ? WHERE id = ?", next.toString(), why, id);
  }
}
