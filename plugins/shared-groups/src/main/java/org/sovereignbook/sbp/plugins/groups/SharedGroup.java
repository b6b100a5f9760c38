package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.society.mail.Correspondent;

/**
 * A group that agents of several nodes share; a row of the table {@code shared_group}.
 *
 * @param groupId its id in this node
 * @param node the first key of its owner's node
 * @param nameThere its id in that node
 * @param serial of the newest members' list
 * @param epoch of the key for items sent now
 * @param document the signed list; empty where this node signs it
 * @param endedMs when this node had no member left
 */
record SharedGroup(
    String groupId,
    PublicKey node,
    String nameThere,
    long serial,
    long epoch,
    String document,
    long createdMs,
    Optional<Long> endedMs) {
  static final Rows<SharedGroup> ROWS = new Rows<>("shared_group", SharedGroup.class);

  private static final int KEY_DIGITS = 16;

  /** Another node of a group; a row of the table {@code shared_node}. */
  record Other(
      @Rows.Key String groupId,
      @Rows.Key PublicKey node,
      Endpoint endpoint,
      long refused,
      Optional<String> reason,
      long joinedMs,
      Optional<Long> heardMs,
      Optional<Long> leftMs) {
    static final Rows<Other> ROWS = new Rows<>("shared_node", Other.class);

    Correspondent address() {
      return new Correspondent(node, endpoint);
    }
  }

  /** A member in another node; a row of the table {@code shared_member}. */
  record Member(
      @Rows.Key String groupId,
      @Rows.Key PublicKey node,
      @Rows.Key String name,
      GroupRole role,
      long joinedMs) {
    static final Rows<Member> ROWS = new Rows<>("shared_member", Member.class);
  }

  static Optional<SharedGroup> find(Transaction tx, String groupId) {
    return ROWS.first(tx, "WHERE group_id = ?", groupId);
  }

  /** Returns the group that a peer names; its node may have changed its key since. */
  static Optional<SharedGroup> named(Transaction tx, GroupMail.Group group) {
    return ROWS.first(tx, "WHERE node = ? AND name_there = ?", group.node().toString(), group.id());
  }

  /** Returns the id here of a group of another node: no group of this node can have it. */
  static String idHere(GroupMail.Group group) {
    String digits = ContentHash.ofBytes(group.node().bytes()).hex().substring(0, KEY_DIGITS);
    return group.id() + "@" + digits;
  }

  GroupMail.Group group() {
    return new GroupMail.Group(node, nameThere);
  }

  /** Returns whether this node signs the members' list. */
  boolean isOurs(Transaction tx) {
    return tx.node().keyPair(node).isPresent();
  }

  /** Returns the other nodes that have members now. */
  List<Other> others(Transaction tx) {
    return Other.ROWS.list(
        tx, "WHERE group_id = ? AND left_ms IS NULL ORDER BY joined_ms, node", groupId);
  }

  Optional<Other> other(Transaction tx, Predicate<PublicKey> key) {
    return others(tx).stream().filter(one -> key.test(one.node())).findFirst();
  }

  List<Member> members(Transaction tx) {
    return Member.ROWS.list(tx, "WHERE group_id = ? ORDER BY node, name", groupId);
  }

  Optional<Member> member(Transaction tx, PublicKey at, String name) {
    return Member.ROWS.first(
        tx, "WHERE group_id = ? AND node = ? AND name = ?", groupId, at.toString(), name);
  }

  /** Returns an agent of another node as a reader and writer of this group, and of nothing else. */
  MemoryRights.Reader external(Member member) {
    return MemoryRights.Reader.external(Principal.peer(member.node()), groupId, member.role());
  }

  void update(Transaction tx, long newSerial, long newEpoch) {
    tx.update(
        "UPDATE shared_group SET serial = ?, epoch = ? WHERE group_id = ?",
        newSerial,
        newEpoch,
        groupId);
  }
}
