package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.society.memory.Domain;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.society.memory.MemoryReads;
import org.sovereignbook.sbp.society.memory.TrustScores;

/**
 * An item with its text: the members that its writer gave stand beside those of the node, which are
 * in {@code memory}.
 *
 * @param id as its writer called it, or random
 */
@Shape.Def("memory_item")
record WarmItem(String id, Origin memory, @Shape.Inline JsonObject body) {
  /**
   * The node's part.
   *
   * @param key its random id, unique in the node
   * @param type entity, session, learning or note
   * @param owner whose memory it is: {@code owner}, or an agent's name
   * @param validated whether somebody else has confirmed it
   * @param uses how often it was recalled
   * @param readBy who was shown it, the latest first; for the owner only
   * @param copyOf the item that it was shared from
   * @param editedBy who wrote this version, if that is not the author
   * @param judged how it was assessed, if it was found wrong
   * @param quarantine why it is not found until somebody else confirms it
   */
  @Shape.Def("memory_item_kept")
  record Origin(
      String key,
      ItemType type,
      Visibility visibility,
      Optional<String> group,
      String owner,
      String author,
      Domain domain,
      boolean validated,
      List<String> tags,
      long version,
      Timestamp createdAt,
      Timestamp writtenAt,
      Optional<Timestamp> validFrom,
      Optional<Timestamp> validTo,
      Optional<Timestamp> expiresAt,
      long uses,
      Optional<Timestamp> usedAt,
      Optional<List<MemoryReads.Reader>> readBy,
      Optional<String> copyOf,
      Optional<String> editedBy,
      Optional<TrustScores.Correctness> judged,
      Optional<MemoryItem.Doubt> quarantine) {}

  /** Most readers that are named. */
  private static final int MOST_READERS = 20;

  /** Makes the item as the caller may see it; only the owner sees who has read it. */
  static WarmItem of(Transaction tx, Items.Whole whole, Caller caller) {
    MemoryItem item = whole.item();
    return new WarmItem(
        item.label().orElse(item.id()),
        new Origin(
            item.id(),
            item.type(),
            whole.visibility(),
            whole.group(),
            MemoryHolder.nameOf(tx, item.owner()),
            MemoryHolder.nameOf(tx, item.author()),
            item.domain(),
            item.assessment().validated(),
            whole.tags(),
            item.version(),
            Timestamp.ofMillis(item.life().createdMs()),
            Timestamp.ofMillis(item.life().updatedMs()),
            item.validity().validFromMs().map(Timestamp::ofMillis),
            item.validity().validToMs().map(Timestamp::ofMillis),
            item.life().expiresMs().map(Timestamp::ofMillis),
            item.use().uses(),
            item.use().usedMs().map(Timestamp::ofMillis),
            caller.isUnbounded()
                ? Optional.of(new MemoryReads(tx).of(item, MOST_READERS))
                : Optional.empty(),
            item.copyOf(),
            new Items(tx).editor(item).map(editor -> MemoryHolder.nameOf(tx, editor)),
            item.assessment().judged(),
            item.assessment().doubt().filter(_ -> !item.assessment().validated())),
        whole.shownBody().without("id", "memory"));
  }
}
