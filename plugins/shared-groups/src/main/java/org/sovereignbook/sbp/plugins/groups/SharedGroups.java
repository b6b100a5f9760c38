package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.memory.GroupChanges;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.MemorySettings;

/**
 * Groups of this node with members in other nodes: who is a member, and what follows from a change
 * of that. Only the owner of the node gives memory to other nodes.
 */
record SharedGroups(Transaction tx) {
  static final String OUTSIDE = "group.member_outside";

  /**
   * Adds an agent of another node, or gives it another role.
   *
   * @throws SocietyException with {@code unauthorized}, {@code wrong_role}, {@code wrong_id},
   *     {@code too_many_members}, {@code too_many_nodes}
   */
  void add(Caller caller, String id, Correspondent peer, String name, GroupRole role) {
    requireOwner(caller);
    if (role == GroupRole.OWNER || name.equals(AgentMail.OWNER)) {
      throw SocietyException.refused(
          "wrong_role",
          "an agent of another node may be viewer, member or admin; " + name + " as " + role);
    }
    if (!GroupMail.GROUP_ID.matcher(id).matches()) {
      throw SocietyException.refused("wrong_id", id + " cannot leave this node under that id");
    }
    SharedGroup shared = SharedGroup.find(tx, id).orElseGet(() -> begin(caller, id));
    Optional<SharedGroup.Member> before = shared.member(tx, peer.key(), name);
    if (before.filter(one -> one.role() == role).isPresent()) {
      return;
    }
    Optional<SharedGroup.Other> node = shared.other(tx, peer.key()::equals);
    requireRoom(shared, node.isEmpty(), before.isEmpty());
    SharedGroup.Member.ROWS.put(tx, new SharedGroup.Member(id, peer.key(), name, role, tx.nowMs()));
    if (node.isEmpty()) {
      meet(id, peer);
      new SharedItems(tx).share(shared, peer.key());
    }
    changed(shared, false);
    emit(caller, id, peer.key(), name, Optional.of(role));
  }

  private static void requireOwner(Caller caller) {
    if (!caller.principal().equals(Principal.OWNER)) {
      throw SocietyException.refused(
          "unauthorized", "only the owner of the node opens a group to other nodes");
    }
  }

  private void requireRoom(SharedGroup shared, boolean isNode, boolean isMember) {
    int members = shared.members(tx).size() + Groups.members(tx, shared.groupId()).size();
    int most = tx.node().config().get(MemorySettings.MEMBERS);
    if (isMember && members >= most) {
      throw SocietyException.refused(
          "too_many_members", shared.groupId() + " has " + most + " members, which is the most");
    }
    int nodes = tx.node().config().get(SharedGroupsSettings.GROUP_NODES);
    if (isNode && shared.others(tx).size() >= nodes) {
      throw SocietyException.refused(
          "too_many_nodes",
          shared.groupId() + " has members in " + nodes + " other nodes, which is the most",
          "more:  sbp config set " + SharedGroupsSettings.GROUP_NODES.key() + " " + 2 * nodes);
    }
  }

  private SharedGroup begin(Caller caller, String id) {
    SharedGroup shared =
        new SharedGroup(
            id, tx.node().keys().publicKey(), id, 1, 1, "", tx.nowMs(), Optional.empty());
    SharedGroup.ROWS.insert(tx, shared, tx.cause(caller.authority()));
    new SharedKeys(tx).make(id, shared.group(), 1);
    new SharedItems(tx).begin(shared);
    return shared;
  }

  /** Makes another node one that gets what the group's members write. */
  void meet(String id, Correspondent peer) {
    SharedGroup.Other.ROWS.put(
        tx,
        new SharedGroup.Other(
            id,
            peer.key(),
            peer.endpoint(),
            0,
            Optional.empty(),
            tx.nowMs(),
            Optional.empty(),
            Optional.empty()));
  }

  /**
   * Ends the membership of an agent of another node. From this transaction on, items leave under a
   * new key.
   *
   * @return whether there was one
   */
  boolean remove(Caller caller, String id, PublicKey node, String name) {
    Groups.Seen seen = Groups.seen(tx, caller, id);
    Optional<SharedGroup> shared = SharedGroup.find(tx, id);
    Optional<SharedGroup.Member> member =
        shared.isPresent() ? shared.get().member(tx, node, name) : Optional.empty();
    if (member.isEmpty()) {
      return false;
    }
    Groups.require(tx, caller, seen, member.get().role());
    left(shared.get(), node, List.of(name));
    emit(caller, id, node, name, Optional.empty());
    return true;
  }

  /** Ends memberships of agents of another node. */
  void left(SharedGroup shared, PublicKey node, List<String> names) {
    for (String name : names) {
      tx.update(
          "DELETE FROM shared_member WHERE group_id = ? AND node = ? AND name = ?",
          shared.groupId(),
          node.toString(),
          name);
      departed(shared, node, name);
    }
    boolean isOut =
        !tx.exists(
            "SELECT 1 FROM shared_member WHERE group_id = ? AND node = ?",
            shared.groupId(),
            node.toString());
    if (isOut) {
      part(shared, node);
    }
    changed(shared, true);
    if (isOut) {
      new SendingQueue(tx).queue(shared.groupId(), node, GroupSending.LIST, serial(shared));
    }
  }

  /** Enforces the departure policy on a former member in another node. */
  void departed(SharedGroup shared, PublicKey node, String name) {
    List<String> items =
        tx.texts(
            "SELECT item FROM shared_item WHERE group_id = ? AND node = ? AND author = ?",
            shared.groupId(),
            node.toString(),
            name);
    new GroupChanges(tx, shared.groupId()).left(Principal.peer(node), items);
  }

  private String serial(SharedGroup shared) {
    return Long.toString(SharedGroup.find(tx, shared.groupId()).orElseThrow().serial());
  }

  /** Ends a node's part in a group: what has not left for it stays here. */
  void part(SharedGroup shared, PublicKey node) {
    tx.update(
        "UPDATE shared_node SET left_ms = ? WHERE group_id = ? AND node = ?",
        tx.nowMs(),
        shared.groupId(),
        node.toString());
    new SendingQueue(tx).cancel(shared.groupId(), node);
  }

  /**
   * Notes a change of the members, which all nodes are sent.
   *
   * @param isRemoval whether somebody was removed, so that a new epoch begins
   */
  void changed(SharedGroup before, boolean isRemoval) {
    SharedGroup shared = SharedGroup.find(tx, before.groupId()).orElseThrow();
    long epoch = shared.epoch() + (isRemoval ? 1 : 0);
    if (isRemoval) {
      new SharedKeys(tx).make(shared.groupId(), shared.group(), epoch);
    }
    shared.update(tx, shared.serial() + 1, epoch);
    for (SharedGroup.Other other : shared.others(tx)) {
      new SendingQueue(tx).queue(shared.groupId(), other.node(), GroupSending.LIST, serial(shared));
    }
  }

  /** Ends all memberships in other nodes, since the group is deleted. */
  void close(String id) {
    Optional<SharedGroup> shared = SharedGroup.find(tx, id);
    if (shared.isPresent()) {
      for (SharedGroup.Other other : shared.get().others(tx)) {
        List<String> names =
            shared.get().members(tx).stream()
                .filter(one -> one.node().equals(other.node()))
                .map(SharedGroup.Member::name)
                .toList();
        left(shared.get(), other.node(), names);
      }
      tx.update("UPDATE shared_group SET ended_ms = ? WHERE group_id = ?", tx.nowMs(), id);
    }
  }

  /** Reacts to a change of this node's own members. */
  void locally(String groupId, boolean isRemoval) {
    Optional<SharedGroup> shared =
        SharedGroup.find(tx, groupId).filter(one -> one.endedMs().isEmpty());
    if (shared.isEmpty()) {
      return;
    }
    if (shared.get().isOurs(tx)) {
      changed(shared.get(), isRemoval);
    } else if (isRemoval) {
      new SendingQueue(tx).queue(groupId, shared.get().node(), GroupSending.LEAVE, tx.newId());
    }
  }

  private void emit(
      Caller caller, String group, PublicKey node, String name, Optional<GroupRole> role) {
    JsonObject.Builder metadata =
        JsonObject.builder().put("group_id", group).put("node", node.toString()).put("name", name);
    metadata.putIfPresent("role", role.map(GroupRole::toString));
    tx.append(
        new LedgerEvent(
            OUTSIDE + ":" + tx.newId(),
            OUTSIDE,
            caller.authority(),
            Optional.empty(),
            List.of(new Subject("group", group)),
            metadata.build()));
  }
}
