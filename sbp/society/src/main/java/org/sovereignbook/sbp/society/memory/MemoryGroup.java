package org.sovereignbook.sbp.society.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Group whose members share items; a row of the table {@code memory_group}.
 *
 * @param id as its creator called it; never used again after its end
 * @param deletedMs when it was deleted; its items stay, unreadable
 */
public record MemoryGroup(
    String id, String name, Culture culture, long createdMs, Optional<Long> deletedMs) {
  static final Rows<MemoryGroup> ROWS =
      new Rows<>(
          "memory_group",
          MemoryGroup.class,
          new Rows.Form<>(
              Culture.class,
              column -> Culture.parse(MemoryTexts.parse(column), Culture.USUAL),
              MemoryGroup::text));

  private static String text(Culture culture) {
    return JsonWriter.compact(Shape.write(culture));
  }

  static void culture(Transaction tx, String id, Culture culture) {
    tx.update("UPDATE memory_group SET culture = ? WHERE id = ?", text(culture), id);
  }
}
