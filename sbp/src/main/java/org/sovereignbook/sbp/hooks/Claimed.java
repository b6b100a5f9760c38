package org.sovereignbook.sbp.hooks;

import org.sovereignbook.sbp.agents.Agent;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.StoredEvent;

/**
 * A run that is this process's to do.
 *
 * @param token what proves the run to the program
 * @param tokenId its id
 */
record Claimed(HookRun run, Agent agent, HookInput input, String tokenId, String token) {
  Hook hook() {
    return input.hook();
  }

  StoredEvent event() {
    return input.event();
  }

  Authority authority() {
    return input.authority();
  }
}
