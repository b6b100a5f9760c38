package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Numbers of what a caller may read: never of more.
 *
 * @param byType items that are found, by type
 * @param hidden own items that their author doubts
 * @param score the trust of the node's owner in the caller
 */
public record MemoryNumbers(
    long hotBytes,
    long sessions,
    Map<ItemType, Long> byType,
    long hidden,
    long groups,
    long waitingEvents,
    TrustScores.Score score) {

  public MemoryNumbers {
    byType = Map.copyOf(byType);
  }

  /** Counts for a caller. */
  public static MemoryNumbers of(Transaction tx, Caller caller) {
    MemoryHolder holder = MemoryHolder.of(caller);
    Map<ItemType, Long> byType = new EnumMap<>(ItemType.class);
    long hidden = 0;
    for (String scope : MemoryReader.of(tx, caller).scopes().keySet()) {
      for (MemoryItem item :
          MemoryItem.ROWS.list(tx, "WHERE scope = ? AND deleted_ms IS NULL", scope)) {
        if (!item.isHidden()) {
          byType.merge(item.type(), 1L, Long::sum);
        } else if (item.author().equals(holder.principal())) {
          hidden++;
        }
      }
    }
    HotMemory hot = new HotMemory(tx);
    return new MemoryNumbers(
        hot.textOf(holder)
            .map(JsonObject::toString)
            .map(text -> (long) text.getBytes(StandardCharsets.UTF_8).length)
            .orElse(0L),
        hot.verify(caller, holder).sessions(),
        byType,
        hidden,
        Groups.list(tx, caller).size(),
        tx.number("SELECT COUNT(*) FROM memory_queue WHERE holder = ?", holder.principal().text()),
        new TrustScores(tx).score(holder.principal(), Principal.OWNER));
  }

  /** Returns the number of all items that are found. */
  public long items() {
    return byType.values().stream().mapToLong(Long::longValue).sum();
  }

  public long ofType(ItemType type) {
    return byType.getOrDefault(type, 0L);
  }
}
