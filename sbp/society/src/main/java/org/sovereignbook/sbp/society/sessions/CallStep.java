package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Times of a tool call, and the decision on it.
 *
 * @param number its place among the calls of its turn
 * @param begunAt empty for a call that was not made, and for older ones
 * @param decision {@code allow} or {@code deny}; empty when nobody had to decide
 * @param reason of the decision
 */
public record CallStep(
    int number,
    Optional<Instant> begunAt,
    Optional<Instant> endedAt,
    Optional<String> decision,
    Optional<String> reason) {
  private static final Rows<CallStep> ROWS = new Rows<>("agent_call", CallStep.class);

  /** Returns those of a turn, in their order. */
  public static List<CallStep> of(Transaction tx, String turn) {
    return ROWS.list(tx, "WHERE turn = ? ORDER BY number", turn);
  }
}
