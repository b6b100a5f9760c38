package org.sovereignbook.sbp.board;

import java.util.Optional;
import org.sovereignbook.sbp.access.Access;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Transaction;

/**
 * Order of the tasks that peers caused: each peer's next task has the next free turn of that peer,
 * so that one with many tasks waits for one with few.
 */
record Turns(Transaction tx) {
  /** The first part of the index {@code task_turn}. */
  private static final String WAITING = "state = 'pending' AND turn_of IS NOT NULL";

  /** Returns the peer for which something is done, whoever does it; of several the first. */
  static Optional<String> peer(Authority cause) {
    return Access.beneficiaries(cause).stream()
        .filter(one -> one.peerKey().isPresent())
        .map(Principal::text)
        .findFirst();
  }

  /** Returns the turn of a peer's next task: after its own, and after what was taken already. */
  long next(String peer) {
    long first = tx.number("SELECT COALESCE(MIN(turn), 1) FROM task WHERE " + WAITING);
    long own =
        tx.number(
            "SELECT COALESCE(MAX(turn), 0) FROM task WHERE " + WAITING + " AND turn_of = ?", peer);
    return Math.max(first, own + 1);
  }
}
