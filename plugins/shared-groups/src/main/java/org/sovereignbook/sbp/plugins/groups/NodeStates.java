package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.society.memory.GroupNode;

/** The other nodes of shared groups, as their members see them. */
record NodeStates(Transaction tx) {
  /** Returns the other nodes of a group; empty where all members are here. */
  List<GroupNode> of(String id) {
    return SharedGroup.find(tx, id).stream()
        .flatMap(one -> one.others(tx).stream().map(other -> state(one, other)))
        .toList();
  }

  private GroupNode state(SharedGroup shared, SharedGroup.Other other) {
    List<String> members =
        shared.members(tx).stream()
            .filter(one -> one.node().equals(other.node()))
            .map(one -> one.name() + " (" + one.role() + ")")
            .toList();
    SendingQueue sending = new SendingQueue(tx);
    return new GroupNode(
        other.node(),
        other.endpoint(),
        members,
        sending.count(other, "'waiting', 'left'"),
        sending.count(other, "'sent'"),
        sending.count(other, "'refused'"),
        sending.reason(other),
        other.refused(),
        other.reason(),
        other.heardMs().map(Timestamp::ofMillis),
        other.node().equals(shared.node()));
  }
}
