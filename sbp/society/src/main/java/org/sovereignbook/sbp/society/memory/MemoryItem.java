package org.sovereignbook.sbp.society.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Target;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Item of warm memory (L2); a row of the table {@code memory_item}.
 *
 * @param id random
 * @param label the id that its writer gave
 * @param confidence in per mille
 * @param validated whether somebody else has confirmed it
 * @param usedMs when it was last recalled
 * @param copyOf the item that it was shared from
 * @param deletedMs when it was deleted; only the row stays
 * @param doubt why it is not found until somebody else confirms it
 * @param judged how it was assessed, if it was found wrong
 */
public record MemoryItem(
    String id,
    Optional<String> label,
    ItemType type,
    Optional<String> subtype,
    String title,
    String scope,
    Principal owner,
    Principal author,
    Domain domain,
    Optional<Long> confidence,
    boolean validated,
    long version,
    String bodyId,
    long bytes,
    long createdMs,
    long updatedMs,
    Optional<Long> validFromMs,
    Optional<Long> validToMs,
    Optional<Long> expiresMs,
    Optional<Long> usedMs,
    long uses,
    Optional<String> copyOf,
    Optional<Long> deletedMs,
    Optional<Doubt> doubt,
    Optional<TrustScores.Correctness> judged) {
  static final Rows<MemoryItem> ROWS = new Rows<>("memory_item", MemoryItem.class);

  /** Reason of a quarantine (CORDELIA §5.6). */
  public enum Doubt {
    /** Its author doubted it; later versions of the same author change nothing. */
    AUTHOR,
    /** Nobody knows whose text it is made of: only the owner sees it. */
    SOURCES;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Confidence below which an item is not found until somebody confirms it (CORDELIA §5.6). */
  private static final long HIDDEN_BELOW_PER_MILLE = 300;

  /** Returns the id for people and programs: the writer's own, or the random one. */
  public String shownId() {
    return label.orElse(id);
  }

  /** Returns whether it is quarantined, and nobody has confirmed it. */
  public boolean isHidden() {
    return !validated
        && (doubt.isPresent() || confidence.filter(it -> it < HIDDEN_BELOW_PER_MILLE).isPresent());
  }

  Target target(Scopes.Scope in) {
    return new Target(in.kind(), owner, author, in.group(), copyOf.isPresent());
  }
}
