package org.sovereignbook.sbp.society.sessions;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Piece of what somebody says who works for a session elsewhere, before that work has ended. It is
 * data of that one, for those who follow the session; no model is shown it by this.
 *
 * @param number its place among all events
 * @param from the one who said it, as the session addresses it
 */
public record SessionPiece(long number, String from, String text) {
  private static final String KIND = "session.heard";
  private static final int MOST = 50;

  /**
   * Tells those who follow a session of a text, which the caller keeps and forgets.
   *
   * @param about the item that the text belongs to
   * @param by the authority of the one who said it
   */
  public static void add(
      Transaction tx, String session, Subject about, Authority by, String from, String content) {
    JsonObject said = JsonObject.empty().with("from", from).with("content", content);
    boolean _ =
        tx.append(
            LedgerEvent.of(
                    "session:" + content + ":heard",
                    KIND,
                    by,
                    about,
                    new Subject("session", session))
                .with(said));
  }

  /** Returns the number of the newest piece of any session. */
  public static long last(Transaction tx) {
    return tx.number("SELECT COALESCE(MAX(seq), 0) FROM event WHERE kind = ?", KIND);
  }

  /** Returns the pieces of a session behind a number, without those that were forgotten. */
  public static List<SessionPiece> after(Transaction tx, String session, long number) {
    return tx
        .texts(
            "SELECT e.id FROM event e JOIN event_subject s ON s.event_id = e.id WHERE e.kind = ?"
                + " AND e.seq > ? AND s.kind = 'session' AND s.subject = ? ORDER BY e.seq LIMIT ?",
            KIND,
            number,
            session,
            MOST)
        .stream()
        .flatMap(id -> tx.event(id).stream())
        .flatMap(event -> of(tx, event).stream())
        .toList();
  }

  private static Optional<SessionPiece> of(Transaction tx, StoredEvent event) {
    return event
        .metadata()
        .string("content")
        .flatMap(tx::text)
        .map(
            text ->
                new SessionPiece(event.seq(), event.metadata().string("from").orElse(""), text));
  }

  /** Returns it as a line for people. */
  public String line() {
    return from + " says: " + PeerText.plain(text.strip());
  }
}
