package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Changes of a group that somebody has decided who is no caller here, such as another node that
 * manages the group. Decides no rights.
 *
 * @param group its id
 */
public record GroupChanges(Transaction tx, String group) {
  /** Makes the group, without members. */
  public void found(String name, Culture culture, Authority by) {
    MemoryGroup.ROWS.insert(
        tx,
        new MemoryGroup(group, PeerText.plain(name), culture, tx.nowMs(), Optional.empty()),
        tx.cause(by));
    boolean _ = new Scopes(tx).ofGroup(group).scope().isEmpty();
  }

  public void culture(Culture culture) {
    MemoryGroup.culture(tx, group, culture);
  }

  /** Makes an agent of this node a member, or gives it another role. */
  public void join(Principal who, GroupRole role, Authority by) {
    Optional<GroupMember> before =
        Groups.members(tx, group).stream().filter(one -> one.member().equals(who)).findFirst();
    if (before.filter(one -> one.role() == role).isEmpty()) {
      Posture posture = before.map(GroupMember::posture).orElse(Posture.ACTIVE);
      Groups.join(tx, by, group, who, role, posture);
    }
  }

  /** Ends the membership of an agent of this node, which keeps what the group's policy allows. */
  public void leave(Principal who, Authority by) {
    Groups.leave(tx, by, group, who);
    new GroupDeparture(tx)
        .enforce(Caller.system(), Groups.ever(tx, group), MemoryHolder.of(tx, who));
  }

  /**
   * Enforces the departure policy on a member elsewhere, which keeps there what the policy allows.
   *
   * @param items what it wrote
   */
  public void left(Principal who, List<String> items) {
    if (Groups.ever(tx, group).culture().departurePolicy() == Culture.Departure.RESTRICTIVE) {
      new GroupDeparture(tx).handOver(group, who, items);
    }
  }
}
