package org.sovereignbook.sbp.plugins.a2a;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * A request of a client to an agent that is open for it.
 *
 * @param cursor the number of the last event that the client has seen
 * @param mayStream whether a stream as the answer would reach the client
 */
record A2aCall(
    Ledger ledger, A2aClient client, OpenAgent agent, Optional<Long> cursor, boolean mayStream) {

  /** Returns whether the client is still who it was, and the agent still open for it. */
  boolean isInForce(Transaction tx) {
    return client.isInForce(tx)
        && OpenAgent.find(tx, agent.agent().name(), client)
            .filter(now -> now.agent().equals(agent.agent()))
            .isPresent();
  }

  /** Requires that it is still in force: the owner may close the agent while a client waits. */
  void requireInForce(Transaction tx) {
    if (!isInForce(tx)) {
      throw A2aError.UNAUTHENTICATED.because("the agent is no longer open for you");
    }
  }
}
