package org.sovereignbook.sbp.society.memory;

import java.time.Instant;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Record of who was shown which item: of the present session of each holder, by which an echo is
 * recognized, and of earlier ones, of which the latest {@value #KEPT} items of a holder stay.
 */
public record MemoryReads(Transaction tx) {
  /** Begins the holders of reads in earlier sessions, which are no reason for an echo. */
  private static final String PAST = "past:";

  static final int KEPT = 200;

  /**
   * A reader of an item.
   *
   * @param by its name
   * @param at when it was last shown the item
   */
  @Shape.Def("memory_reader")
  public record Reader(String by, Instant at) {}

  /** Lets what the holder was shown count as read in an earlier session. */
  void beginSession(Principal holder) {
    String past = PAST + holder.text();
    tx.update(
        "DELETE FROM memory_recalled WHERE holder = ? AND item IN (SELECT item FROM"
            + " memory_recalled WHERE holder = ?)",
        past,
        holder.text());
    tx.update("UPDATE memory_recalled SET holder = ? WHERE holder = ?", past, holder.text());
    tx.update(
        "DELETE FROM memory_recalled WHERE holder = ? AND item NOT IN (SELECT item FROM (SELECT"
            + " item FROM memory_recalled WHERE holder = ? ORDER BY at_ms DESC LIMIT "
            + KEPT
            + ") AS latest)",
        past,
        past);
  }

  /** Returns the latest readers of an item, the latest first, each once. */
  public List<Reader> of(MemoryItem item, int most) {
    return tx.list(
        "SELECT reader, MAX(at_ms) FROM (SELECT CASE WHEN holder LIKE '"
            + PAST
            + "%' THEN SUBSTR(holder, "
            + (PAST.length() + 1)
            + ") ELSE holder END AS reader, at_ms FROM memory_recalled WHERE item = ?) AS reads"
            + " GROUP BY reader ORDER BY 2 DESC, 1 LIMIT "
            + most,
        row ->
            new Reader(
                MemoryHolder.nameOf(tx, new Principal(row.text(1))),
                Instant.ofEpochMilli(row.number(2))),
        item.id());
  }
}
