package org.sovereignbook.sbp.plugins.returning;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.testing.TestSociety;

/** Journeys of agents between two societies, by the owners of both. */
public final class Journeys {
  private Journeys() {}

  /** Lets an agent leave, or go home. Returns its bundle. */
  public static String leave(TestSociety at, String agent) {
    return at.<Leaves.Leaving>owner(
            "agent_show", (tx, caller) -> new Leaves(tx).leave(caller, at.now(agent)))
        .text();
  }

  /** Takes in the agent of a bundle. */
  public static Agent host(TestSociety at, String bundle) {
    return at.owner(
        "agent_show",
        (tx, caller) -> new Guests(tx).host(caller, Bundle.parse(bundle), Optional.empty()));
  }

  /** Merges all that an agent brought without anybody's approval, as an automatic merge does. */
  public static void mergeUnreviewed(Ledger at, String agent) {
    at.run(
        tx -> {
          Returns.Returned _ =
              new Returns(tx)
                  .merge(
                      Caller.owner("command"),
                      Agents.named(tx, agent),
                      Optional.empty(),
                      Optional.empty(),
                      true);
        });
  }
}
