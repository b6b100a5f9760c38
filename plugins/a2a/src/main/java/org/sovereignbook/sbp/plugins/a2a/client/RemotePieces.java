package org.sovereignbook.sbp.plugins.a2a.client;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.society.sessions.SessionPiece;

/** Pieces that remote agents have said, as they are stored: bounded, each once. */
record RemotePieces(Transaction tx) {
  /** Most pieces of a task; what comes later is in its result. */
  static final int MOST = 200;

  static final int MAX_BYTES = 2_048;
  private static final int SHOWN = 20;

  /** Stores what is new in a text, and tells the session that waits for the task. */
  void add(RemoteTask task, RemotePiece.Said said) {
    Optional<RemotePiece> before =
        RemotePiece.ROWS.first(
            tx, "WHERE work = ? AND artifact = ? ORDER BY number DESC", task.id(), said.artifact());
    long had = before.map(RemotePiece::upto).orElse(0L);
    String text = said.isMore() ? said.text() : behind(said.text(), had);
    boolean isKnown =
        said.isOfState() && before.flatMap(it -> tx.text(it.contentId())).equals(cut(text));
    int number = next(task);
    if (text.isBlank() || isKnown || number > MOST) {
      return;
    }
    String content = tx.keep(task.subject(), "heard" + number, cut(text).orElseThrow());
    long upto = said.isOfState() ? 0 : had + text.length();
    RemotePiece.ROWS.insert(
        tx, new RemotePiece(task.id(), number, said.artifact(), upto, content, tx.now()));
    task.session()
        .ifPresent(
            session ->
                SessionPiece.add(
                    tx,
                    session,
                    task.subject(),
                    KnownAgent.authority(tx, task.worker()),
                    KnownAgent.ROLE + task.agent(),
                    content));
  }

  private static String behind(String text, long characters) {
    return text.substring((int) Math.min(characters, text.length()));
  }

  private static Optional<String> cut(String text) {
    return Optional.of(Cut.beginning(text, MAX_BYTES));
  }

  private int next(RemoteTask task) {
    return Math.toIntExact(
        1 + tx.number("SELECT COALESCE(MAX(number), 0) FROM a2a_heard WHERE work = ?", task.id()));
  }

  /** Returns the newest texts, the oldest of them first. */
  List<String> newest(RemoteTask task) {
    return RemotePiece.ROWS
        .list(tx, "WHERE work = ? ORDER BY number DESC LIMIT ?", task.id(), SHOWN)
        .reversed()
        .stream()
        .flatMap(piece -> tx.text(piece.contentId()).stream())
        .toList();
  }

  void forget(RemoteTask task) {
    tx.texts("SELECT content_id FROM a2a_heard WHERE work = ?", task.id()).forEach(tx::forget);
    tx.update("DELETE FROM a2a_heard WHERE work = ?", task.id());
  }
}
