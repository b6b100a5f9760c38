package org.sovereignbook.sbp.plugins.groups;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.memory.GroupItems;
import org.sovereignbook.sbp.society.memory.MemoryItem;

/** Storing of what agents of other nodes write. */
record ArrivedItems(Transaction tx) {
  /** Stores a version: as the present one, or as one that lost. */
  void take(ArrivedItem arrived, SharedText text) {
    Optional<SharedItem> before = items().find(arrived.shared().groupId(), arrived.id());
    long number;
    if (before.isEmpty() || isForgotten(before.get())) {
      MemoryItem item = insert(arrived, text);
      put(arrived, item.id(), false);
      number = item.version();
    } else if (before.get().isBefore(arrived.updatedMs(), arrived.versionId())) {
      MemoryItem item = replace(arrived, text, before.get().item());
      put(arrived, item.id(), false);
      number = item.version();
    } else {
      number = keepLoser(arrived, text, before.get().item());
    }
    items().keep(arrived.row("", false), number, text.bytes());
  }

  /** Ends an item for good. */
  void end(ArrivedItem arrived) {
    Optional<SharedItem> before = items().find(arrived.shared().groupId(), arrived.id());
    put(arrived, before.map(SharedItem::item).orElse(""), true);
    Optional<MemoryItem> item =
        before.flatMap(items()::item).filter(one -> one.life().deletedMs().isEmpty());
    if (item.isPresent()) {
      new GroupItems(tx).delete(arrived.by(), item.get(), arrived.versionId());
    }
    items().keep(arrived.row("", true), 0, 0);
  }

  /** This node has deleted its own copy, since nobody used it. */
  private boolean isForgotten(SharedItem row) {
    return items().item(row).filter(item -> item.life().deletedMs().isEmpty()).isEmpty();
  }

  private void put(ArrivedItem arrived, String item, boolean ended) {
    SharedItem.ROWS.put(tx, arrived.row(item, ended));
  }

  private MemoryItem insert(ArrivedItem arrived, SharedText text) {
    return new GroupItems(tx)
        .add(
            arrived.by(),
            Principal.peer(arrived.node()),
            text.draft(arrived.shared().groupId()),
            text.copy() ? Optional.of(arrived.id()) : Optional.empty());
  }

  private MemoryItem replace(ArrivedItem arrived, SharedText text, String item) {
    return new GroupItems(tx)
        .replace(
            arrived.by(),
            Principal.peer(arrived.node()),
            text.draft(arrived.shared().groupId()),
            item);
  }

  /** The version that lost becomes the second newest; the present text is the newest again. */
  private long keepLoser(ArrivedItem arrived, SharedText text, String itemId) {
    long present = new GroupItems(tx).find(itemId).orElseThrow().version();
    long number =
        new GroupItems(tx)
            .addOlder(arrived.by(), Principal.peer(arrived.node()), text.body(), itemId);
    tx.update(
        "UPDATE shared_version SET version = ? WHERE group_id = ? AND id = ? AND version = ?",
        number + 1,
        arrived.shared().groupId(),
        arrived.id(),
        present);
    return number;
  }

  private SharedItems items() {
    return new SharedItems(tx);
  }
}
