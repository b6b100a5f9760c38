package org.sovereignbook.sbp.authority.agents;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Deletion of agents' old credentials. */
public final class AgentRetention {
  private static final int BATCH_EVENTS = 1_000;

  /**
   * Events about tokens that the program issues by itself, one for each run and each connection.
   */
  private static final List<String> TOLD = List.of("agent.token_issued", "agent.token_revoked");

  private AgentRetention() {}

  /**
   * Removes expired tokens, challenges and counted errors of all agents, removed ones included, and
   * the events about tokens that the program issued for itself.
   *
   * @return the number of removed rows
   */
  public static int forget(Ledger ledger) {
    int forgotten = ledger.<Integer>write(AgentRetention::forget);
    int told;
    do {
      told =
          ledger.<Integer>write(
              tx ->
                  new EventLog(tx)
                      .forget(TOLD, Optional.of(Principal.SYSTEM), keptFrom(tx), BATCH_EVENTS));
      forgotten += told;
    } while (told == BATCH_EVENTS);
    return forgotten;
  }

  private static long keptFrom(Transaction tx) {
    Duration kept = Duration.ofDays(tx.node().config().get(AgentsSettings.TOKENS_KEEP_DAYS));
    return tx.nowMs() - kept.toMillis();
  }

  private static int forget(Transaction tx) {
    long before = keptFrom(tx);
    return tx.update(
            "DELETE FROM agent_token WHERE expires_ms < ? OR revoked_ms < ?", before, before)
        + new ShownText(tx).forget()
        + tx.update("DELETE FROM agent_challenge WHERE expires_ms < ?", tx.nowMs())
        + tx.update(
            "DELETE FROM agent_error WHERE at_ms <= ?",
            tx.nowMs() - Lifecycle.ERROR_WINDOW.toMillis());
  }
}
