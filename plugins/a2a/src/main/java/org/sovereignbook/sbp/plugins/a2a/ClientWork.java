package org.sovereignbook.sbp.plugins.a2a;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** The work that messages of clients make in the society, within one transaction. */
interface ClientWork {
  static ClientWork of(Transaction tx, Way way) {
    return way == Way.SESSION ? new ConversationWork(tx) : new BoardWork(tx);
  }

  /**
   * A message that begins a task.
   *
   * @param event that of its arrival
   */
  record Beginning(A2aCall call, String context, A2aMessage message, String event) {}

  /** Begins a task. Returns its id. */
  String begin(Beginning beginning, Authority by);

  /** Adds a message to a task that has not ended. */
  void more(A2aTask task, String text, Authority by);

  /** Ends the work, for the client or since it may have none. */
  void cancel(A2aTask task, String why, Authority by);

  /** Returns the present state of a task that had not ended. */
  A2aState state(A2aTask task);

  /** Returns why a task failed. */
  Optional<String> failure(A2aTask task);

  /** Returns the result of a completed task. */
  Optional<String> result(A2aTask task);
}
