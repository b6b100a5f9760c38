package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Items of one group for the program's own use: it shows them to members only. */
public record GroupMemory(Transaction tx, String group) {

  /** Returns the newest items. */
  public List<Items.Whole> newest(int most) {
    Scopes.Scope scope = scope();
    Items items = new Items(tx);
    return MemoryItem.ROWS
        .list(
            tx,
            "WHERE scope = ? AND deleted_ms IS NULL ORDER BY updated_ms DESC, id LIMIT " + most,
            scope.scope())
        .stream()
        .filter(item -> !item.isHidden() && item.assessment().judged().isEmpty())
        .map(item -> items.whole(item, scope))
        .toList();
  }

  public Optional<Items.Whole> item(String id) {
    Scopes.Scope scope = scope();
    return MemoryItem.ROWS
        .first(tx, "WHERE id = ? AND scope = ? AND deleted_ms IS NULL", id, scope.scope())
        .map(item -> new Items(tx).whole(item, scope));
  }

  public int count() {
    return (int)
        tx.number(
            "SELECT COUNT(*) FROM memory_item WHERE scope = ? AND deleted_ms IS NULL",
            scope().scope());
  }

  private Scopes.Scope scope() {
    return new Scopes(tx).ofGroup(group);
  }

  /**
   * Writes an item in the name of a member, which its rights may not allow any more.
   *
   * @param by the authority behind it
   * @param owner whose memory it is
   */
  public MemoryItem put(ItemDraft draft, Authority by, Principal owner, Principal author) {
    MemoryItem item =
        new ItemWriter(tx)
            .keep(
                Caller.system(),
                draft.inGroup(Optional.of(group)),
                scope(),
                MemoryHolder.of(tx, owner),
                author);
    new Causes(tx).add(item.id(), tx.cause(by).authorityId());
    return item;
  }

  /** Deletes the item with this label, if there is one. Returns whether there was. */
  public boolean drop(String label) {
    Optional<MemoryItem> item = new ItemRows(tx).inScope(scope(), label);
    if (item.isPresent()) {
      new ItemRows(tx).remove(item.get());
      tx.append(
          LedgerEvent.of(
              "memory:" + item.get().id() + ":deleted:" + tx.newId(),
              ItemRemoval.DELETED,
              Authority.SYSTEM,
              ItemRows.subject(item.get().id())));
    }
    return item.isPresent();
  }

  /**
   * Copies an item into the private memory of an entity, where it is kept under an id that is used
   * once.
   */
  public void copyTo(Items.Whole item, Principal holder, String id) {
    ItemDraft draft =
        ItemDraft.of(item.item().type(), item.body())
            .called(id, Domain.VALUE, Optional.of(MemoryHolder.of(tx, holder).id()));
    MemoryItem copy =
        new ItemWriter(tx)
            .archive(Caller.system(), draft, MemoryHolder.of(tx, holder), item.item().author());
    new Causes(tx).follow(item.item().id(), copy.id());
  }

  /** Records that an item of the group may have been made of every other. */
  public void followAll(String item) {
    tx.update(
        "INSERT INTO memory_cause (item, authority_id) SELECT DISTINCT ?, c.authority_id FROM"
            + " memory_cause c JOIN memory_item i ON i.id = c.item WHERE i.scope = ? AND i.id <> ?"
            + " AND c.approved_version IS NULL ON CONFLICT DO NOTHING",
        item,
        scope().scope(),
        item);
  }

  /**
   * Ends the group's work: these members leave.
   *
   * @param isKept whether those who stay still read the items, without an end; otherwise the group
   *     is deleted, and nobody does
   */
  public void close(List<Principal> leaving, boolean isKept) {
    leaving.forEach(who -> Groups.leaveIfMember(tx, group, who));
    if (isKept) {
      tx.update(
          "UPDATE memory_item SET expires_ms = NULL, domain = 'value' WHERE scope = ?",
          scope().scope());
    } else {
      Groups.end(tx, Caller.system(), group);
    }
  }
}
