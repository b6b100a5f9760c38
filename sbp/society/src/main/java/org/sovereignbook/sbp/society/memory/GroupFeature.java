package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * A feature that makes groups of memory for a purpose of its own, or by which groups have members
 * elsewhere. It is told of changes in the transaction that makes them, also while it is off: what
 * it throws undoes the change. Items that are written or deleted and members that come or go are
 * events ({@code memory.written}, {@code memory.deleted}, {@code group.member_joined}, {@code
 * group.member_left}), which it observes, while it is off only where {@code observesWhileOff} of
 * its tables says so. {@link GroupItems} and {@link GroupChanges} apply here what was decided
 * elsewhere.
 */
public interface GroupFeature extends Feature {
  /**
   * Returns who manages a group elsewhere; empty for a group of this node. Asked while the feature
   * is off, too.
   */
  default Optional<Principal> manager(Transaction tx, String group) {
    return Optional.empty();
  }

  /** Reacts to a new culture of a group. */
  default void cultureChanged(Transaction tx, String group) {}

  /** Ends memberships elsewhere, before those of this node, since a group is deleted. */
  default void ending(Transaction tx, String group) {}

  /** Reacts to the confirmation of an item that its author doubted. */
  default void confirmed(Transaction tx, String group, String item) {}

  /** Reacts to the end of an item that is about to be erased, which no event tells of. */
  default void erasing(Transaction tx, String item, Principal by) {}

  /** Returns the other nodes of a group. */
  default List<GroupNode> nodes(Transaction tx, String group) {
    return List.of();
  }

  /**
   * Adds an agent of another node to a group, or gives it another role, if the caller may.
   *
   * @return whether this feature takes such members; if not, another one is asked
   */
  default boolean add(
      Transaction tx, Caller caller, String group, OutsideMember who, GroupRole role) {
    return false;
  }

  /**
   * Ends such a membership, if the caller may.
   *
   * @return whether there was one
   */
  default boolean remove(Transaction tx, Caller caller, String group, OutsideMember who) {
    return false;
  }

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
    return features.of(GroupFeature.class).stream().flatMap(GroupFeature::eventsIfAny);
  }

  private static Stream<String> eventsIfAny(GroupFeature feature) {
    return ItemFault.orElse(feature::eventsOfGroups, _ -> List.<String>of()).stream();
  }

  /** Asks all features of a node; a group is closed, too, while one of them fails. */
  static boolean isClosedByAny(Transaction tx, String group) {
    return Features.of(tx.node()).of(GroupFeature.class).stream()
        .anyMatch(feature -> isClosedOrUnknown(feature, tx, group));
  }

  private static boolean isClosedOrUnknown(GroupFeature feature, Transaction tx, String group) {
    return !tx.hasTables(feature) || ItemFault.orElse(() -> feature.isClosed(tx, group), _ -> true);
  }
}
