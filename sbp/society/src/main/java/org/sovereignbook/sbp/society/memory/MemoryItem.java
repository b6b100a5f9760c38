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
 */
public record MemoryItem(
    String id,
    Optional<String> label,
    ItemType type,
    Text text,
    Holding holding,
    Assessment assessment,
    Life life,
    Validity validity,
    Use use) {
  /**
   * Text of an item, and what kind of text it is.
   *
   * @param confidence in per mille
   */
  public record Text(
      Optional<String> subtype,
      String title,
      Domain domain,
      Optional<Long> confidence,
      String bodyId,
      long bytes) {}

  /**
   * Scope of an item, its owner, and where it comes from.
   *
   * @param copyOf the item that it was shared from
   */
  public record Holding(String scope, Principal owner, Principal author, Optional<String> copyOf) {}

  /**
   * How far an item is believed.
   *
   * @param validated whether somebody else has confirmed it
   * @param doubt why it is not found until somebody else confirms it
   * @param judged how it was assessed, if it was found wrong
   */
  public record Assessment(
      boolean validated, Optional<Doubt> doubt, Optional<TrustScores.Correctness> judged) {
    static Assessment of(boolean validated) {
      return new Assessment(validated, Optional.empty(), Optional.empty());
    }
  }

  /**
   * Versions and times of an item.
   *
   * @param deletedMs when it was deleted; only the row stays
   */
  public record Life(
      long version,
      long createdMs,
      long updatedMs,
      Optional<Long> expiresMs,
      Optional<Long> deletedMs) {
    static Life begun(long nowMs, Optional<Long> expiresMs) {
      return new Life(1, nowMs, nowMs, expiresMs, Optional.empty());
    }
  }

  /**
   * How often an item was recalled.
   *
   * @param usedMs when it was last recalled
   */
  public record Use(Optional<Long> usedMs, long uses) {
    static final Use NONE = new Use(Optional.empty(), 0);
  }

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
    return !assessment.validated()
        && (assessment.doubt().isPresent()
            || text.confidence().filter(it -> it < HIDDEN_BELOW_PER_MILLE).isPresent());
  }

  Target target(Scopes.Scope in) {
    return new Target(
        in.kind(), holding.owner(), holding.author(), in.group(), holding.copyOf().isPresent());
  }

  public String title() {
    return text.title();
  }

  public Principal owner() {
    return holding.owner();
  }

  public Principal author() {
    return holding.author();
  }

  public long version() {
    return life.version();
  }

  public Domain domain() {
    return text.domain();
  }

  public Optional<String> copyOf() {
    return holding.copyOf();
  }
}
