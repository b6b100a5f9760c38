package org.sovereignbook.sbp.plugins.swarm;

import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.board.Board;

/** Swarms' part in the ends of their tasks, in the same transaction. */
final class SwarmObserver implements EventObserver {
  private static final Set<String> ENDS = Set.of("task.completed", "task.failed", "task.cancelled");

  @Override
  public void appended(Transaction tx, LedgerEvent event) {
    if (ENDS.contains(event.kind())) {
      event.subjects().stream()
          .filter(one -> one.kind().equals("task"))
          .map(Subject::id)
          .forEach(
              task ->
                  swarm(tx, task)
                      .ifPresent(
                          it ->
                              new Swarms(tx)
                                  .ended(it, Board.in(tx).task(task), event.authority())));
    } else if (event.kind().equals("task.retried")) {
      event.subjects().stream()
          .filter(one -> one.kind().equals("task"))
          .flatMap(one -> swarm(tx, one.id()).stream())
          .forEach(new Swarms(tx)::reopen);
    }
  }

  private static Optional<Swarm> swarm(Transaction tx, String task) {
    return Swarm.ROWS.first(
        tx, "WHERE label IN (SELECT label FROM task_label WHERE task = ?)", task);
  }
}
