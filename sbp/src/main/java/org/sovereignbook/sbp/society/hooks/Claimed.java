package org.sovereignbook.sbp.society.hooks;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;

/**
 * A run that is this process's to do.
 *
 * @param token what proves the run to the program
 * @param tokenId its id
 */
record Claimed(
    HookRun run, Agent agent, HookInput input, HookBounds bounds, String tokenId, String token) {
  Hook hook() {
    return input.hook();
  }

  /** The names of the variables that it gets: of those that it wants, what it may have. */
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
