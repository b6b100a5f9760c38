package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Parts of hot contexts that were written while their holders acted for others. They are no part of
 * what a session begins with: they are shown as data to whoever asks, and bind only then.
 */
record HotApart(Transaction tx) {
  private record Row(
      @Rows.Key Principal holder,
      String documentId,
      long updatedMs,
      Principal principal,
      String authorityId) {
    static final Rows<Row> ROWS = new Rows<>("memory_hot_apart", Row.class);
  }

  private static Subject subject(MemoryHolder holder) {
    return new Subject("memory", "hot-apart:" + holder.id());
  }

  private Optional<Row> row(MemoryHolder holder) {
    return Row.ROWS.first(tx, "WHERE holder = ?", holder.principal().text());
  }

  /** Returns the parts as changes of the holder's own text; empty if there are none. */
  JsonObject of(MemoryHolder holder) {
    return row(holder)
        .flatMap(row -> tx.text(row.documentId()))
        .map(MemoryTexts::parse)
        .orElse(JsonObject.empty());
  }

  /** Returns when they were last changed. */
  Optional<String> updatedAt(MemoryHolder holder) {
    return row(holder).map(row -> HotText.time(row.updatedMs()));
  }

  /** Stores the parts, which the cause is added to; nothing to store removes them. */
  void put(MemoryHolder holder, JsonObject parts, Authority by) {
    if (parts.members().isEmpty()) {
      clear(holder);
      return;
    }
    Cause cause = tx.cause(by);
    store(holder, parts, cause);
    new Causes(tx).add(subject(holder).id(), cause.authorityId());
  }

  private void store(MemoryHolder holder, JsonObject parts, Cause cause) {
    Optional<Row> before = row(holder);
    long now = Math.max(tx.nowMs(), before.map(row -> row.updatedMs() + 1).orElse(0L));
    Row.ROWS.put(
        tx,
        new Row(
            holder.principal(),
            tx.keep(subject(holder), "hot", parts.toString()),
            now,
            cause.principal(),
            cause.authorityId()));
    before.ifPresent(row -> tx.forget(row.documentId()));
  }

  /** Drops what the holder's own newer text replaces. */
  void superseded(MemoryHolder holder, JsonObject changes) {
    Optional<Row> before = row(holder);
    if (before.isPresent()) {
      JsonObject left = HotText.without(of(holder), changes);
      if (left.members().isEmpty()) {
        clear(holder);
      } else {
        store(holder, left, new Cause(before.get().principal(), before.get().authorityId()));
      }
    }
  }

  void clear(MemoryHolder holder) {
    Optional<Row> row = row(holder);
    if (row.isPresent()) {
      tx.update("DELETE FROM memory_hot_apart WHERE holder = ?", holder.principal().text());
      tx.forget(row.get().documentId());
      new Causes(tx).forget(subject(holder).id());
    }
  }

  List<Authority> causes(MemoryHolder holder) {
    return new Causes(tx).of(List.of(subject(holder).id()));
  }
}
