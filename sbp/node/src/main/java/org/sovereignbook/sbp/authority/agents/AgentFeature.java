package org.sovereignbook.sbp.authority.agents;

import java.util.Comparator;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.store.ItemFault;

/** A feature that registers agents for work of its own, and ends them with it. */
public interface AgentFeature extends Feature {
  /**
   * Returns the group of memory for whose work this feature has registered an agent: it does not
   * end with its task, and only a team of the group may have it as a member. Asked while the
   * feature is off, too.
   */
  Optional<String> groupOf(Transaction tx, AgentId agent);

  /**
   * The id of no group, for whose work an agent is while a feature cannot say whether it is its.
   */
  String UNKNOWN = "";

  /**
   * Asks all features of a node; {@link #UNKNOWN} while one fails, and no other knows the agent.
   */
  static Optional<String> groupOfAny(Transaction tx, AgentId agent) {
    return Features.of(tx.node()).of(AgentFeature.class).stream()
        .flatMap(feature -> groupOrUnknown(feature, tx, agent).stream())
        .max(Comparator.naturalOrder());
  }

  private static Optional<String> groupOrUnknown(
      AgentFeature feature, Transaction tx, AgentId agent) {
    return tx.hasTables(feature)
        ? ItemFault.orElse(() -> feature.groupOf(tx, agent), _ -> Optional.of(UNKNOWN))
        : Optional.of(UNKNOWN);
  }
}
