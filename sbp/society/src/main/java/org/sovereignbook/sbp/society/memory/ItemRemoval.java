package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Deletes and erases items of warm memory. Every method decides by {@link MemoryRights}. */
public record ItemRemoval(Transaction tx) {
  public static final String DELETED = "memory.deleted";

  /** Deletes an item; its versions stay until they are erased. */
  public MemoryItem delete(Caller caller, String id) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    rows().lock(new Items(tx).find(reader, id).item());
    Items.Whole found = new Items(tx).find(reader, id);
    reader.require(Act.DELETE, found.item().target(found.scope()), "this item");
    rows().remove(found.item());
    tx.append(
        LedgerEvent.of(
            "memory:" + found.item().id() + ":deleted:" + tx.newId(),
            DELETED,
            caller.authority(),
            ItemRows.subject(found.item().id())));
    return rows().require(found.item().id());
  }

  /**
   * Makes an item and all copies of it unreadable: rows, index, tags. The texts are erased by the
   * caller afterwards, which needs a transaction of its own. Nobody but the owner of the node
   * reaches a copy that another entity has in its own memory, except of a text of the caller's own.
   *
   * @return the items; every text of theirs has to be erased
   */
  public List<Subject> forErasure(Caller caller, String id) {
    MemoryReader reader = MemoryReader.of(tx, caller);
    Items.Whole found = new Items(tx).find(reader, id);
    if (!caller.isUnbounded()) {
      reader.require(Act.DELETE, found.item().target(found.scope()), "this item");
    }
    List<Subject> erased = new ArrayList<>();
    List<MemoryItem> next = List.of(found.item());
    while (!next.isEmpty()) {
      List<MemoryItem> copies = new ArrayList<>();
      for (MemoryItem item : next) {
        if (item.life().deletedMs().isEmpty()) {
          rows().remove(item);
          new GroupFeatures(tx).erasing(item.id(), caller.principal());
        }
        rows().retag(item, List.of());
        tx.update("UPDATE memory_item SET title = '' WHERE id = ?", item.id());
        erased.add(ItemRows.subject(item.id()));
        MemoryItem.ROWS.list(tx, "WHERE copy_of = ?", item.id()).stream()
            .filter(copy -> isReached(reader, copy))
            .forEach(copies::add);
      }
      next = copies;
    }
    return erased;
  }

  private boolean isReached(MemoryReader reader, MemoryItem copy) {
    return reader.caller().isUnbounded()
        || copy.owner().equals(reader.principal())
        || copy.author().equals(reader.principal())
        || new Scopes(tx).of(copy.holding().scope()).kind() != Visibility.PRIVATE;
  }

  private ItemRows rows() {
    return new ItemRows(tx);
  }
}
