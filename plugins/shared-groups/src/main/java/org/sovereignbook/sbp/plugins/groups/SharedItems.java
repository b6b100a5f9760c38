package org.sovereignbook.sbp.plugins.groups;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.society.memory.GroupItems;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryItem;

/** Items of shared groups, and what agents of this node write of them. */
record SharedItems(Transaction tx) {
  Optional<SharedItem> find(String groupId, String id) {
    return SharedItem.ROWS.first(tx, "WHERE group_id = ? AND id = ?", groupId, id);
  }

  Optional<SharedItem.Version> version(String groupId, String id, String versionId) {
    return SharedItem.Version.ROWS.first(
        tx, "WHERE group_id = ? AND id = ? AND version_id = ?", groupId, id, versionId);
  }

  /** Returns the item of a row here; empty for an item that ended before this node saw it. */
  Optional<MemoryItem> item(SharedItem row) {
    return new GroupItems(tx).find(row.item());
  }

  /** Makes the items that a group has when it is first shared its shared items. */
  void begin(SharedGroup shared) {
    for (MemoryItem item : new GroupItems(tx).of(shared.groupId())) {
      note(shared, item);
    }
  }

  /** Queues the items written by agents of this node for a node that is new in the group. */
  void share(SharedGroup shared, PublicKey node) {
    for (SharedItem row :
        SharedItem.ROWS.list(tx, "WHERE group_id = ? ORDER BY updated_ms, id", shared.groupId())) {
      if (tx.node().keyPair(row.node()).isPresent()) {
        new SendingQueue(tx).queue(shared.groupId(), node, row.id(), row.versionId());
      }
    }
  }

  /**
   * Queues an item written by an agent of this node for the other nodes, unless its author doubts
   * it.
   */
  void written(String groupId, String itemId) {
    Optional<SharedGroup> shared =
        SharedGroup.find(tx, groupId).filter(one -> one.endedMs().isEmpty());
    if (shared.isEmpty()) {
      return;
    }
    MemoryItem item = new GroupItems(tx).find(itemId).orElseThrow();
    if (!item.isHidden()) {
      toAll(shared.get(), note(shared.get(), item));
    }
  }

  /** Queues the deletion of an item for the other nodes. */
  void deleted(String itemId, Principal by) {
    Optional<SharedItem> row = SharedItem.ROWS.first(tx, "WHERE item = ? AND ended = 0", itemId);
    Optional<SharedGroup> shared =
        row.flatMap(one -> SharedGroup.find(tx, one.groupId()))
            .filter(one -> one.endedMs().isEmpty());
    if (shared.isEmpty()) {
      return;
    }
    SharedItem before = row.get();
    PublicKey own = tx.node().keys().publicKey();
    SharedItem ended =
        new SharedItem(
            before.groupId(),
            before.id(),
            itemId,
            tx.newId(),
            Math.max(tx.nowMs(), before.updatedMs() + 1),
            own,
            before.node().equals(own) ? before.author() : MemoryHolder.of(tx, by).name(),
            true);
    SharedItem.ROWS.put(tx, ended);
    keep(ended, 0, 0);
    toAll(shared.get(), ended);
  }

  private SharedItem note(SharedGroup shared, MemoryItem item) {
    Optional<SharedItem> before = SharedItem.ROWS.first(tx, "WHERE item = ?", item.id());
    SharedItem row =
        new SharedItem(
            shared.groupId(),
            before.map(SharedItem::id).orElse(item.id()),
            item.id(),
            tx.newId(),
            before
                .map(one -> Math.max(item.life().updatedMs(), one.updatedMs() + 1))
                .orElse(item.life().updatedMs()),
            tx.node().keys().publicKey(),
            MemoryHolder.of(tx, item.author()).name(),
            false);
    SharedItem.ROWS.put(tx, row);
    keep(row, item.version(), item.text().bytes());
    return row;
  }

  /** Keeps a version of an item. */
  void keep(SharedItem row, long version, long bytes) {
    boolean _ =
        SharedItem.Version.ROWS.insertIfNew(
            tx,
            new SharedItem.Version(
                row.groupId(),
                row.id(),
                row.versionId(),
                version,
                row.node(),
                row.author(),
                row.updatedMs(),
                bytes,
                tx.nowMs()));
  }

  private void toAll(SharedGroup shared, SharedItem row) {
    for (SharedGroup.Other other : shared.others(tx)) {
      new SendingQueue(tx).queue(shared.groupId(), other.node(), row.id(), row.versionId());
    }
  }

  /** Returns the bytes of all versions that a node's agents have stored here. */
  long bytesOf(PublicKey node) {
    return tx.number(
        "SELECT COALESCE(SUM(bytes), 0) FROM shared_version WHERE node = ?", node.toString());
  }
}
