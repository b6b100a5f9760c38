package org.sovereignbook.sbp.plugins.groups;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.memory.Culture;
import org.sovereignbook.sbp.society.memory.GroupChanges;
import org.sovereignbook.sbp.society.memory.GroupMember;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.MemoryHolder;

/**
 * A group of another node as its newest members' list has it. Its members here, its other nodes and
 * their members follow the list.
 *
 * @param by the authority behind the list
 */
record ListedGroup(Transaction tx, Authority by) {
  /** Returns this node in a list, if a list names it. */
  static Optional<GroupList.MemberNode> own(Transaction tx, GroupList list) {
    return list.nodes().stream()
        .filter(node -> tx.node().keyPair(node.key()).isPresent())
        .findFirst();
  }

  /** Returns an agent that its operator opened to peers, or that is a member already. */
  static Optional<Agent> open(Transaction tx, Optional<SharedGroup> known, String name) {
    return Agents.living(tx, name)
        .filter(
            agent ->
                Agents.mailReach(tx, agent) == AgentReach.PEERS
                    || known
                        .filter(one -> isMember(tx, one.groupId(), agent.principal()))
                        .isPresent());
  }

  private static boolean isMember(Transaction tx, String group, Principal who) {
    return Groups.members(tx, group).stream().anyMatch(one -> one.member().equals(who));
  }

  /** Takes a newer list of a group, or the first one. */
  void apply(Optional<SharedGroup> known, GroupMail.Listed listed, GroupList.MemberNode own) {
    GroupList list = listed.list();
    String id = known.map(SharedGroup::groupId).orElse(SharedGroup.idHere(list.group()));
    Culture culture = Culture.parse(list.culture(), Culture.USUAL);
    if (known.isEmpty()) {
      new GroupChanges(tx, id).found(list.name(), culture, by);
      SharedGroup.ROWS.insert(
          tx,
          new SharedGroup(
              id,
              list.group().node(),
              list.group().id(),
              list.serial(),
              list.epoch(),
              list.json().toString(),
              tx.nowMs(),
              Optional.empty()),
          tx.cause(by));
    } else {
      new GroupChanges(tx, id).culture(culture);
      tx.update(
          "UPDATE shared_group SET serial = ?, epoch = ?, document = ?, ended_ms = NULL WHERE"
              + " group_id = ?",
          list.serial(),
          list.epoch(),
          list.json().toString(),
          id);
    }
    new SharedKeys(tx).keep(id, list.epoch(), listed.key().orElseThrow(), own.key());
    SharedGroup shared = SharedGroup.find(tx, id).orElseThrow();
    ours(shared, known, own);
    others(shared, list, own.key());
  }

  /** Brings this node's members in line with the list. */
  private void ours(SharedGroup shared, Optional<SharedGroup> known, GroupList.MemberNode own) {
    List<String> leaving = isLeaving(shared) ? gone(tx, shared) : List.of();
    List<Principal> listed = new ArrayList<>();
    for (GroupList.Member member : own.members()) {
      Optional<Agent> agent =
          leaving.contains(member.name()) ? Optional.empty() : open(tx, known, member.name());
      if (agent.isPresent()) {
        listed.add(agent.get().principal());
        new GroupChanges(tx, shared.groupId()).join(agent.get().principal(), role(member), by);
      }
    }
    for (GroupMember member : Groups.members(tx, shared.groupId())) {
      if (!listed.contains(member.member())) {
        new GroupChanges(tx, shared.groupId()).leave(member.member(), by);
      }
    }
    if (leaving.isEmpty()) {
      tx.update(
          "DELETE FROM shared_sending WHERE group_id = ? AND what = ?",
          shared.groupId(),
          GroupSending.LEAVE);
    }
  }

  private static GroupRole role(GroupList.Member member) {
    return Words.find(GroupRole.class, member.role()).orElseThrow();
  }

  private boolean isLeaving(SharedGroup shared) {
    return tx.exists(
        "SELECT 1 FROM shared_sending WHERE group_id = ? AND what = ?",
        shared.groupId(),
        GroupSending.LEAVE);
  }

  /** Returns the agents of this node that the present list names, and that have left. */
  static List<String> gone(Transaction tx, SharedGroup shared) {
    List<String> here =
        Groups.members(tx, shared.groupId()).stream()
            .map(one -> MemoryHolder.of(tx, one.member()).name())
            .toList();
    return listed(tx, shared).stream().filter(name -> !here.contains(name)).toList();
  }

  private static List<String> listed(Transaction tx, SharedGroup shared) {
    JsonObject document =
        Node.jsonObject(
            "the list of " + shared.groupId(), shared.document().getBytes(StandardCharsets.UTF_8));
    return GroupList.parse(document).toOptional().flatMap(list -> own(tx, list)).stream()
        .flatMap(node -> node.members().stream())
        .map(GroupList.Member::name)
        .toList();
  }

  /** Brings the other nodes and their members in line with the list. */
  private void others(SharedGroup shared, GroupList list, PublicKey own) {
    List<GroupList.MemberNode> nodes =
        list.nodes().stream().filter(node -> !node.key().equals(own)).toList();
    for (SharedGroup.Other before : shared.others(tx)) {
      if (nodes.stream().noneMatch(node -> node.key().equals(before.node()))) {
        new SharedGroups(tx).part(shared, before.node());
      }
    }
    departed(shared, nodes);
    tx.update("DELETE FROM shared_member WHERE group_id = ?", shared.groupId());
    for (GroupList.MemberNode node : nodes) {
      boolean isNew = shared.other(tx, node.key()::equals).isEmpty();
      if (isNew) {
        new SharedGroups(tx).meet(shared.groupId(), new Correspondent(node.key(), node.endpoint()));
        new SharedItems(tx).share(shared, node.key());
      }
      for (GroupList.Member member : node.members()) {
        SharedGroup.Member.ROWS.put(
            tx,
            new SharedGroup.Member(
                shared.groupId(), node.key(), member.name(), role(member), tx.nowMs()));
      }
    }
  }

  /** Enforces the departure policy on members of other nodes that are no longer listed. */
  private void departed(SharedGroup shared, List<GroupList.MemberNode> nodes) {
    for (SharedGroup.Member before : shared.members(tx)) {
      boolean isListed =
          nodes.stream()
              .filter(node -> node.key().equals(before.node()))
              .flatMap(node -> node.members().stream())
              .anyMatch(member -> member.name().equals(before.name()));
      if (!isListed) {
        new SharedGroups(tx).departed(shared, before.node(), before.name());
      }
    }
  }

  /** Ends this node's part in a group. */
  void end(SharedGroup shared, GroupList list) {
    for (GroupMember member : Groups.members(tx, shared.groupId())) {
      new GroupChanges(tx, shared.groupId()).leave(member.member(), by);
    }
    for (SharedGroup.Other other : shared.others(tx)) {
      new SharedGroups(tx).part(shared, other.node());
    }
    tx.update("DELETE FROM shared_sending WHERE group_id = ?", shared.groupId());
    tx.update("DELETE FROM shared_member WHERE group_id = ?", shared.groupId());
    new SharedKeys(tx).forget(shared.groupId());
    tx.update(
        "UPDATE shared_group SET serial = ?, epoch = ?, document = ?, ended_ms = ? WHERE group_id ="
            + " ?",
        list.serial(),
        list.epoch(),
        list.json().toString(),
        tx.nowMs(),
        shared.groupId());
  }
}
