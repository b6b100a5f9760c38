package org.sovereignbook.sbp.authority.agents;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;

/** A feature that registers agents for work of its own, and ends them with it. */
public interface AgentFeature extends Feature {
  /**
   * Returns the group of memory for whose work this feature has registered an agent: it does not
   * end with its task, and only a team of the group may have it as a member. Asked while the
   * feature is off, too.
   */
  Optional<String> groupOf(Transaction tx, AgentId agent);

  /** Asks all features of a node; one that fails has no agents. */
  static Optional<String> groupOfAny(Transaction tx, AgentId agent) {
    return Features.of(tx.node()).of(AgentFeature.class).stream()
        .flatMap(feature -> groupIfAny(feature, tx, agent).stream())
        .findFirst();
  }

  private static Optional<String> groupIfAny(AgentFeature feature, Transaction tx, AgentId agent) {
    try {
      return feature.groupOf(tx, agent);
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }
}
