package org.sovereignbook.sbp.plugins.returning;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.memory.AgentMemory.Divergence;

/**
 * Time that an agent spends away from its node; a row of the table {@code absence}, in that node
 * and in the one where it is a guest.
 *
 * @param id a nonce that the agent signs when it returns
 * @param home the key of its node
 * @param sessions how many had ended when it left
 * @param hotVersion of its hot context then
 * @param groupId the staging group of its return
 * @param bundleId the memory that it brought
 */
record Absence(
    String id,
    AgentId agent,
    Kind kind,
    State state,
    PublicKey home,
    long sessions,
    long hotVersion,
    Optional<String> groupId,
    Optional<String> bundleId,
    Optional<Divergence> divergence,
    long leftMs,
    Optional<Long> returnedMs,
    Optional<Long> endedMs) {
  static final Rows<Absence> ROWS = new Rows<>("absence", Absence.class);

  /** Returns an absence that begins now. */
  static Absence begun(
      String id,
      AgentId agent,
      Kind kind,
      PublicKey home,
      long sessions,
      long hotVersion,
      long nowMs) {
    return new Absence(
        id,
        agent,
        kind,
        State.OPEN,
        home,
        sessions,
        hotVersion,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        nowMs,
        Optional.empty(),
        Optional.empty());
  }

  /** Side on which an absence is recorded. */
  public enum Kind {
    AWAY,
    GUEST;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** State of an absence. */
  public enum State {
    OPEN,
    /** It is back; its memory waits for the review. */
    STAGED,
    MERGED,
    REJECTED,
    /** A guest has gone home. */
    ENDED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Fate of an item. */
  public enum Fate {
    /** It left with the agent, and nothing was brought back. */
    UNCHANGED,
    NEW,
    CHANGED,
    CHANGED_HERE,
    DELETED_HERE,
    SAME_ID,
    SAME_NAME,
    SIMILAR,
    MERGED,
    LEFT_OUT;

    /** Returns whether it contradicts what is here. */
    public boolean isConflict() {
      return switch (this) {
        case CHANGED_HERE, DELETED_HERE, SAME_ID, SAME_NAME, SIMILAR -> true;
        case UNCHANGED, NEW, CHANGED, MERGED, LEFT_OUT -> false;
      };
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Item that the agent took along, or brought back; a row of the table {@code absence_item}.
   *
   * @param item its id in this node; a new item's in the bundle
   * @param version when it left; 0 for a new one
   * @param groupId the group that it is for
   * @param staged its copy in the staging group
   */
  public record Carriage(
      @Rows.Key String absence,
      @Rows.Key String item,
      String homeKey,
      long version,
      Optional<String> groupId,
      Optional<String> staged,
      Fate fate) {
    static final Rows<Carriage> ROWS = new Rows<>("absence_item", Carriage.class);
  }
}
