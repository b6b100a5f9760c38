package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Turn: one or more messages and all that the agent did until its answer (NEXUS §2).
 *
 * @param parent the turn that it continues
 * @param session the session that it was made in; forks share its ancestors
 * @param hash over the parent's hash and the turn itself; of completed turns
 */
public record AgentTurn(
    String id,
    Optional<String> parent,
    String session,
    Type type,
    TurnState state,
    Run run,
    Usage usage,
    Replaced replaced,
    Optional<String> hash) {
  /**
   * Run of a turn, from its first process to its end.
   *
   * @param token the token with which it calls tools, while it runs
   * @param tries how many processes have run it
   * @param abortAt when somebody asked for its end
   * @param why the reason of a failure
   */
  public record Run(
      Optional<String> token,
      int tries,
      Instant startedAt,
      Optional<Instant> beatAt,
      Optional<Instant> abortAt,
      Optional<Instant> endedAt,
      Optional<String> why) {
    static Run begun(String token, Instant now) {
      return new Run(
          Optional.of(token),
          1,
          now,
          Optional.of(now),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    static Run over(Instant startedAt, Optional<Instant> endedAt, Optional<String> why) {
      return new Run(
          Optional.empty(), 1, startedAt, Optional.empty(), Optional.empty(), endedAt, why);
    }
  }

  /**
   * Model that answered, and tokens.
   *
   * @param model of a summary without one, {@link #RULES}
   * @param promptTokens the size of its last prompt
   */
  public record Usage(Optional<String> model, long tokensIn, long tokensOut, long promptTokens) {
    static final Usage NONE = new Usage(Optional.empty(), 0, 0, 0);
  }

  /**
   * Part of the thread that a compaction replaces.
   *
   * @param through the newest turn that the summary replaces
   * @param kept the oldest turn that stays as it is
   */
  public record Replaced(Optional<String> through, Optional<String> kept) {
    static final Replaced NOTHING = new Replaced(Optional.empty(), Optional.empty());
  }

  /** Maker of a summary for which no model gave anything usable. */
  public static final String RULES = "rules";

  static final Rows<AgentTurn> ROWS = new Rows<>("agent_turn", AgentTurn.class);

  /** Kind of a turn. */
  public enum Type {
    NORMAL,
    COMPACTION;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns who made the summary of a compaction: rules, or a model by its name. */
  public String summarizedBy() {
    return usage.model().orElse("a model");
  }

  boolean isCompaction() {
    return type == Type.COMPACTION;
  }

  public Instant startedAt() {
    return run.startedAt();
  }

  public Optional<Instant> endedAt() {
    return run.endedAt();
  }

  public Optional<String> why() {
    return run.why();
  }
}
