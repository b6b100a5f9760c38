package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.GroupMail;

/** Parts of shared groups as they leave this node, made from the present state. */
record SentParts(Transaction tx) {
  /** Returns what a sending carries now; empty when it has nothing to say any more. */
  Optional<GroupMail.Part> of(SharedGroup shared, SharedGroup.Other node, GroupSending row) {
    return switch (row.what()) {
      case GroupSending.LIST -> list(shared, node);
      case GroupSending.LEAVE -> left(shared);
      default -> item(shared, node, row);
    };
  }

  private Optional<GroupMail.Part> list(SharedGroup shared, SharedGroup.Other node) {
    boolean isIn = node.leftMs().isEmpty();
    return Optional.of(
        new GroupMail.Listed(
            new SentLists(tx).of(shared),
            isIn ? Optional.of(new SharedKeys(tx).sealed(shared, node.node())) : Optional.empty()));
  }

  private Optional<GroupMail.Part> left(SharedGroup shared) {
    List<String> gone = ListedGroup.gone(tx, shared);
    return gone.isEmpty() ? Optional.empty() : Optional.of(new GroupMail.Leave(gone));
  }

  /** An item leaves only for a node of which a member may read it. */
  private Optional<GroupMail.Part> item(
      SharedGroup shared, SharedGroup.Other node, GroupSending row) {
    MemoryRights.Target target =
        new MemoryRights.Target(
            Visibility.GROUP,
            Principal.OWNER,
            Principal.OWNER,
            Optional.of(shared.groupId()),
            false);
    boolean mayRead =
        node.leftMs().isEmpty()
            && shared.endedMs().isEmpty()
            && shared.members(tx).stream()
                .filter(member -> member.node().equals(node.node()))
                .anyMatch(
                    member ->
                        MemoryRights.refusal(shared.external(member), MemoryRights.Act.READ, target)
                            .isEmpty());
    return mayRead ? new SentItems(tx).of(shared, row.what(), row.version()) : Optional.empty();
  }
}
