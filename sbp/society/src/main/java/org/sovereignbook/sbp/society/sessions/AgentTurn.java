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
 * @param token the token with which it calls tools, while it runs
 * @param tries how many processes have run it
 * @param abortAt when somebody asked for its end
 * @param promptTokens the size of its last prompt
 * @param why the reason of a failure
 * @param through of a compaction: the newest turn that the summary replaces
 * @param kept of a compaction: the oldest turn that stays as it is
 * @param model the model that answered; of a summary without one, {@link #RULES}
 * @param hash over the parent's hash and the turn itself; of completed turns
 */
public record AgentTurn(
    String id,
    Optional<String> parent,
    String session,
    Type type,
    TurnState state,
    Optional<String> token,
    int tries,
    Instant startedAt,
    Optional<Instant> beatAt,
    Optional<Instant> abortAt,
    Optional<Instant> endedAt,
    Optional<String> model,
    long tokensIn,
    long tokensOut,
    long promptTokens,
    Optional<String> why,
    Optional<String> through,
    Optional<String> kept,
    Optional<String> hash) {
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
    return model.orElse("a model");
  }

  boolean isCompaction() {
    return type == Type.COMPACTION;
  }
}
