package org.sovereignbook.sbp.society.board;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;

/**
 * A feature that brings tasks to the board from elsewhere, or gives tasks of the board away: {@link
 * Board#addFor}, {@link Board#lend}, {@link Board#giveBack}.
 */
public interface BoardFeature extends Feature {
  /**
   * Reacts to the end of a task, or of a claim whose time is over, in the transaction that ends it:
   * both are committed, or neither.
   */
  default void ended(Transaction tx, TaskEnd end) {}

  /** Returns how a task crossed nodes, oldest first. */
  default List<TaskCrossing> crossings(Transaction tx, String task) {
    return List.of();
  }
}
