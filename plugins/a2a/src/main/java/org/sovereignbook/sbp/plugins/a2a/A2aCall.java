package org.sovereignbook.sbp.plugins.a2a;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;

/**
 * A request of a client to an agent that is open for it.
 *
 * @param cursor the number of the last event that the client has seen
 * @param mayStream whether a stream as the answer would reach the client
 */
record A2aCall(
    Ledger ledger, A2aClient client, Opening.Of agent, Optional<Long> cursor, boolean mayStream) {}
