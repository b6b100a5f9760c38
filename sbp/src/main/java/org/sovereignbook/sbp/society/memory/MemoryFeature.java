package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;

/** A feature that makes groups of memory for a purpose of its own. */
public interface MemoryFeature extends Feature {
  /**
   * Returns whether a group is for its members only, whatever trust adds to the rights of their
   * children. Asked while the feature is off, too.
   */
  default boolean isClosed(Transaction tx, String group) {
    return false;
  }

  /** Asks all features of a node; a group is closed, too, while one of them fails. */
  static boolean isClosedByAny(Transaction tx, String group) {
    return Features.of(tx.node()).of(MemoryFeature.class).stream()
        .anyMatch(feature -> isClosedOrUnknown(feature, tx, group));
  }

  private static boolean isClosedOrUnknown(MemoryFeature feature, Transaction tx, String group) {
    try {
      return feature.isClosed(tx, group);
    } catch (RuntimeException e) {
      return true;
    }
  }
}
