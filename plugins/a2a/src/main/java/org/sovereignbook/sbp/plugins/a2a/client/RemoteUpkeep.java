package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.board.Board;

/** Regular work on the tasks that agents of others do. */
public final class RemoteUpkeep {
  private static final int BATCH = 100;

  private RemoteUpkeep() {}

  /**
   * Gives out tasks of the board, sends what is to be sent, and asks what has become of it.
   *
   * @return how many messages were taken
   */
  public static int step(Ledger ledger) {
    return RemoteStep.run(ledger);
  }

  /** Gives a task of the board to its agent, and follows it until it ends or asks. */
  public static void follow(Ledger ledger, String task, Duration most) throws InterruptedException {
    boolean isOurs =
        ledger.<Boolean>read(
            tx ->
                Board.in(tx)
                    .find(task)
                    .flatMap(one -> one.row().requiredRole())
                    .filter(new KnownAgents(tx)::isRole)
                    .isPresent());
    if (isOurs) {
      RemoteBoard.take(ledger);
      Optional<RemoteTask> given =
          ledger.read(
              tx -> RemoteTask.ROWS.first(tx, "WHERE task = ? AND " + RemoteTask.OPEN, task));
      if (given.isPresent()) {
        RemoteStep.follow(ledger, given.get().id(), most);
      }
    }
  }

  /** Returns whether {@link #step} has anything to do. */
  public static boolean isDue(Transaction tx) {
    return RemoteBoard.isAnyReady(tx) || RemoteStep.isAnyDue(tx);
  }

  /** Forgets tasks that ended longer ago than they are kept, a few at a time. */
  public static int forget(Ledger ledger, Duration kept) {
    int forgotten = 0;
    int last;
    do {
      last = ledger.write(tx -> forgetSome(tx, tx.nowMs() - kept.toMillis()));
      forgotten += last;
    } while (last > 0);
    return forgotten;
  }

  private static int forgetSome(Transaction tx, long before) {
    List<RemoteTask> old =
        RemoteTask.ROWS.list(
            tx,
            "WHERE NOT (" + RemoteTask.OPEN + ") AND due_ms < ? ORDER BY id LIMIT " + BATCH,
            before);
    for (RemoteTask task : old) {
      tx.texts("SELECT content_id FROM a2a_said WHERE work = ?", task.id()).forEach(tx::forget);
      tx.update("DELETE FROM a2a_said WHERE work = ?", task.id());
      new RemotePieces(tx).forget(task);
      task.reasonId().ifPresent(tx::forget);
      task.resultId().ifPresent(tx::forget);
      tx.update("DELETE FROM a2a_work WHERE id = ?", task.id());
    }
    return old.size();
  }
}
