package org.sovereignbook.sbp.agents;

import java.sql.SQLException;
import java.time.Duration;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Transaction;

/** Forgets what agents have proved themselves by, once that is long over. */
public final class AgentRetention {
  private AgentRetention() {}

  /**
   * Removes tokens, challenges and counted errors of all agents, living or not.
   *
   * @return how many
   */
  public static int forget(Ledger ledger) {
    return ledger.<Integer>write(AgentRetention::forget);
  }

  private static int forget(Transaction tx) throws SQLException {
    Duration kept = Duration.ofDays(tx.node().config().get(AgentsSettings.TOKENS_KEEP_DAYS));
    long before = tx.nowMs() - kept.toMillis();
    return tx.sql()
            .update(
                "DELETE FROM agent_token WHERE expires_ms < ? OR revoked_ms < ?", before, before)
        + tx.sql().update("DELETE FROM agent_challenge WHERE expires_ms < ?", tx.nowMs())
        + tx.sql()
            .update(
                "DELETE FROM agent_error WHERE at_ms <= ?",
                tx.nowMs() - Lifecycle.ERROR_WINDOW.toMillis());
  }
}
