package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.FeaturePart;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.store.ItemFault;

/** The features of a node by which its groups have members elsewhere. */
public record GroupFeatures(Transaction tx) {
  private Stream<GroupFeature> on() {
    return tx.features().of(GroupFeature.class).stream();
  }

  /** Returns those that are off, too: what is decided elsewhere stays so, and nothing is missed. */
  private Stream<GroupFeature> all() {
    return tx.allFeatures().of(GroupFeature.class).stream();
  }

  /** Returns who manages a group elsewhere; empty for a group of this node. */
  Optional<Principal> manager(String group) {
    return all()
        .flatMap(one -> FeaturePart.of(one, () -> one.manager(tx, group)).stream())
        .findFirst();
  }

  /** Refuses the management of a group that another node manages. */
  void requireManagedHere(String group) {
    if (manager(group).isPresent()) {
      throw SocietyException.refused(
          "not_its_node",
          group + " belongs to another node, whose operator manages it",
          "leave it:  sbp group remove " + group + " AGENT");
    }
  }

  void cultureChanged(String group) {
    all().forEach(one -> FeaturePart.run(one, () -> one.cultureChanged(tx, group)));
  }

  void ending(String group) {
    all().forEach(one -> FeaturePart.run(one, () -> one.ending(tx, group)));
  }

  void confirmed(String group, String item) {
    all().forEach(one -> FeaturePart.run(one, () -> one.confirmed(tx, group, item)));
  }

  void erasing(String item, Principal by) {
    all().forEach(one -> FeaturePart.run(one, () -> one.erasing(tx, item, by)));
  }

  /** Returns the other nodes of a group, without those of a feature that fails. */
  public List<GroupNode> nodes(String group) {
    return on().flatMap(
            one -> ItemFault.orElse(() -> one.nodes(tx, group), _ -> List.<GroupNode>of()).stream())
        .toList();
  }

  /**
   * Adds an agent of another node to a group, or gives it another role.
   *
   * @throws SocietyException with {@code group_not_found}, {@code not_its_node}, {@code
   *     unauthorized}, {@code feature-off}, {@code no_members_outside}, or another code of the
   *     feature
   */
  public void add(Caller caller, String group, OutsideMember who, GroupRole role) {
    MemoryGroup _ = Groups.seen(tx, caller, group).group();
    requireManagedHere(group);
    if (on().noneMatch(one -> FeaturePart.of(one, () -> one.add(tx, caller, group, who, role)))) {
      requireNoneOff();
      throw SocietyException.refused(
          "no_members_outside", "no feature of this program takes members of other nodes");
    }
  }

  /**
   * Ends the membership of an agent of another node.
   *
   * @return whether there was one
   */
  public boolean remove(Caller caller, String group, OutsideMember who) {
    MemoryGroup _ = Groups.seen(tx, caller, group).group();
    requireManagedHere(group);
    boolean isRemoved =
        on().anyMatch(one -> FeaturePart.of(one, () -> one.remove(tx, caller, group, who)));
    if (!isRemoved) {
      requireNoneOff();
    }
    return isRemoved;
  }

  /** Refuses where the feature that was meant may be one that the owner has switched off. */
  private void requireNoneOff() {
    List<String> off = Features.off(tx.node());
    all()
        .filter(one -> off.contains(one.name()))
        .findFirst()
        .ifPresent(
            one -> {
              throw SocietyException.featureOff(tx.node(), one.name());
            });
  }
}
