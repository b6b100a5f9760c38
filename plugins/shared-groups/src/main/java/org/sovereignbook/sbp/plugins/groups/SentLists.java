package org.sovereignbook.sbp.plugins.groups;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.MemoryGroup;
import org.sovereignbook.sbp.society.memory.MemoryHolder;

/** Members' lists of the groups of this node. */
record SentLists(Transaction tx) {
  /** Returns the signed list of a group of this node. */
  GroupList of(SharedGroup shared) {
    MemoryGroup group = Groups.ever(tx, shared.groupId());
    List<GroupList.MemberNode> nodes = new ArrayList<>();
    List<GroupList.Member> own =
        Groups.members(tx, shared.groupId()).stream()
            .map(
                one ->
                    new GroupList.Member(
                        MemoryHolder.of(tx, one.member()).name(), one.role().toString()))
            .toList();
    if (!own.isEmpty()) {
      nodes.add(new GroupList.MemberNode(shared.node(), tx.node().identity().endpoint(), own));
    }
    Map<PublicKey, List<GroupList.Member>> outside = new LinkedHashMap<>();
    for (SharedGroup.Member one : shared.members(tx)) {
      outside
          .computeIfAbsent(one.node(), _ -> new ArrayList<>())
          .add(new GroupList.Member(one.name(), one.role().toString()));
    }
    for (SharedGroup.Other other : shared.others(tx)) {
      if (outside.containsKey(other.node())) {
        nodes.add(
            new GroupList.MemberNode(other.node(), other.endpoint(), outside.get(other.node())));
      }
    }
    return GroupList.sign(
        shared.group(),
        group.name(),
        Shape.write(group.culture()),
        shared.serial(),
        shared.epoch(),
        nodes,
        tx.node().now(),
        tx.node().keys());
  }
}
