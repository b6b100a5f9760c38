package org.sovereignbook.sbp.society.board;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.store.ItemFault;

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

  /**
   * Returns the tool that a principal needs to give tasks to a role which this feature fills: a
   * word and a name, such as {@code a2a:translator}. Empty for a role of others.
   */
  default Optional<String> toolFor(Transaction tx, String role) {
    return Optional.empty();
  }

  /**
   * Carries a task of the board that this feature gives away forward, while somebody here waits for
   * its end: it is given out, and its news come at once.
   *
   * @param most how long
   */
  default void follow(Ledger ledger, String task, Duration most) throws InterruptedException {}

  /** Returns the tool for a role that a feature fills; of one that fails none. */
  static Optional<String> toolOfAny(Transaction tx, String role) {
    return tx.features().of(BoardFeature.class).stream()
        .flatMap(
            feature ->
                ItemFault.orElse(() -> feature.toolFor(tx, role), _ -> Optional.<String>empty())
                    .stream())
        .findFirst();
  }

  /** Returns how a task crossed nodes, oldest first. */
  default List<TaskCrossing> crossings(Transaction tx, String task) {
    return List.of();
  }
}
