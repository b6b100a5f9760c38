package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;

/**
 * A run that this process has claimed.
 *
 * @param token with which the program authenticates as the run
 * @param tokenId the id of the token
 */
record Claimed(
    HookRun run, Agent agent, HookInput input, HookBounds bounds, String tokenId, String token) {
  Hook hook() {
    return input.hook();
  }

  /** Returns the names of the environment variables that the hook wants and may have. */
  List<String> credentials() {
    return hook().declaration().secrets().stream().filter(bounds.credentials()::contains).toList();
  }

  StoredEvent event() {
    return input.event();
  }

  Authority authority() {
    return input.authority();
  }
}
