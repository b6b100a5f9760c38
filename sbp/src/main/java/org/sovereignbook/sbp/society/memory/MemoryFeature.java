package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.stream.Stream;
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

  /**
   * Returns the kinds of its events to which members of a group can subscribe. The metadata of each
   * has the {@code group_id}.
   */
  default List<String> eventsOfGroups() {
    return List.of();
  }

  /** Returns the kinds of all features; one that fails has none. */
  static Stream<String> eventsOfGroups(Features features) {
    return features.of(MemoryFeature.class).stream().flatMap(MemoryFeature::eventsIfAny);
  }

  private static Stream<String> eventsIfAny(MemoryFeature feature) {
    try {
      return feature.eventsOfGroups().stream();
    } catch (RuntimeException e) {
      return Stream.of();
    }
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
