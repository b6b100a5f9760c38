package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Items of groups, for a feature that exchanges them with other nodes. Decides no rights. */
public record GroupItems(Transaction tx) {
  /** Returns the items of a group, the oldest first. */
  public List<MemoryItem> of(String group) {
    return MemoryItem.ROWS.list(
        tx,
        "WHERE scope = ? AND deleted_ms IS NULL ORDER BY created_ms, id",
        new Scopes(tx).ofGroup(group).scope());
  }

  /** Returns an item, which may be deleted. */
  public Optional<MemoryItem> find(String id) {
    return rows().find(id);
  }

  public List<String> tags(String id) {
    return rows().tagsOf(id);
  }

  /** Returns the text of a version; empty if there is none, or it was erased. */
  public Optional<JsonObject> text(String id, long version) {
    return Items.Version.ALL
        .first(tx, "WHERE item = ? AND version = ?", id, version)
        .flatMap(one -> tx.text(one.bodyId()))
        .map(MemoryTexts::parse);
  }

  /**
   * Requires that a draft has the form of its type, and is not too large.
   *
   * @throws SocietyException with {@code validation_failed}, {@code too_large}
   */
  public void check(ItemDraft draft) {
    new ItemChecks(tx).requireSize(draft.data(), draft);
    ItemBody _ = draft.type().body(draft.data());
  }

  /**
   * Stores a new item from elsewhere.
   *
   * @param by the authority behind it
   * @param draft of a group; its label is left out where another item has it
   * @param copyOf what it was shared from, elsewhere
   */
  public MemoryItem add(Authority by, Principal author, ItemDraft draft, Optional<String> copyOf) {
    Scopes.Scope scope = new Scopes(tx).ofGroup(draft.where().group().orElseThrow());
    return new ItemWriter(tx).arrived(by, author, draft, scope, copyOf);
  }

  /** Stores the next version of an item, from elsewhere. */
  public MemoryItem replace(Authority by, Principal editor, ItemDraft draft, String id) {
    return new ItemWriter(tx).arrived(by, editor, draft, rows().require(id));
  }

  /**
   * Stores a version from elsewhere that is older than the present one: the second newest here. The
   * present text is the newest again, under the number after it.
   *
   * @return its number
   */
  public long addOlder(Authority by, Principal editor, JsonObject body, String id) {
    MemoryItem item = rows().require(id);
    Cause cause = tx.cause(by);
    long number = item.version() + 1;
    String bodyId = rows().keep(id, body);
    rows().keepFirst(id);
    Items.Version.ROWS.insert(tx, new Items.Version(id, number, bodyId, editor, tx.nowMs()), cause);
    new Causes(tx).add(id, cause.authorityId());
    Items.Version.ROWS.insert(
        tx,
        new Items.Version(id, number + 1, item.text().bodyId(), item.author(), tx.nowMs()),
        causeOf(id));
    tx.update("UPDATE memory_item SET version = ? WHERE id = ?", number + 1, id);
    return number;
  }

  private Cause causeOf(String id) {
    return tx.first(
            "SELECT principal, authority_id FROM memory_item WHERE id = ?",
            row -> new Cause(Principal.parse(row.text(1)), row.text(2)),
            id)
        .orElseThrow();
  }

  /**
   * Deletes an item that ended elsewhere.
   *
   * @param version of its end, once for an item
   */
  public void delete(Authority by, MemoryItem item, String version) {
    rows().remove(item);
    tx.append(
        LedgerEvent.of(
            "memory:" + item.id() + ":deleted:" + version,
            ItemRemoval.DELETED,
            by,
            ItemRows.subject(item.id())));
  }

  private ItemRows rows() {
    return new ItemRows(tx);
  }
}
