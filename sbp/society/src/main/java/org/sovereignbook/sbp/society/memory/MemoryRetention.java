package org.sovereignbook.sbp.society.memory;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Config;

/** Removal of items that nobody needs: those whose time is over, those that were never used. */
public final class MemoryRetention {
  private static final int BATCH_ITEMS = 200;

  private MemoryRetention() {}

  /**
   * Deletes items in short transactions: past their end; learnings and notes that were never
   * recalled within {@code memory.unused_days}; of each entity's private procedural items the least
   * used above {@code memory.procedural_items}. Items of the domain value stay.
   *
   * @return the number of deleted items
   */
  public static int forget(Ledger ledger) {
    int forgotten = 0;
    int last;
    do {
      last = ledger.<Integer>write(MemoryRetention::some);
      forgotten += last;
    } while (last == BATCH_ITEMS);
    return forgotten;
  }

  private static int some(Transaction tx) {
    Config config = tx.node().config();
    List<MemoryItem> over =
        MemoryItem.ROWS.list(
            tx,
            "WHERE deleted_ms IS NULL AND domain <> 'value' AND (expires_ms <= ? OR (uses = 0 AND"
                + " type IN ('learning', 'note') AND updated_ms <= ?) OR id IN (SELECT id FROM"
                + " (SELECT i.id AS id, ROW_NUMBER() OVER (PARTITION BY i.owner ORDER BY i.uses"
                + " DESC, i.updated_ms DESC, i.id) AS place FROM memory_item i JOIN memory_scope s"
                + " ON s.scope = i.scope WHERE i.deleted_ms IS NULL AND i.domain = 'procedural' AND"
                + " s.kind = 'private') AS placed WHERE place > ?)) ORDER BY updated_ms LIMIT "
                + BATCH_ITEMS,
            tx.nowMs(),
            tx.nowMs() - config.get(MemorySettings.UNUSED_KEPT).toMillis(),
            config.get(MemorySettings.PROCEDURAL_ITEMS));
    over.forEach(new ItemRows(tx)::remove);
    return over.size();
  }
}
