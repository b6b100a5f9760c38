package org.sovereignbook.sbp.plugins.a2a;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** An opening with its agent as it is now. */
record OpenAgent(Opening opening, Agent agent) {
  private static final Comparator<OpenAgent> ORDER =
      Comparator.comparing((OpenAgent one) -> one.agent().name())
          .thenComparingInt(one -> one.opening().rank());

  /** Returns the openings of agents that are there, by the agents' names, the narrowest first. */
  static List<OpenAgent> all(Transaction tx) {
    return Opening.ROWS.list(tx, "ORDER BY opened_ms, reach").stream()
        .flatMap(
            one ->
                Agents.find(tx, AgentId.parse(one.agent())).stream()
                    .filter(agent -> Agents.living(tx, agent.name()).equals(Optional.of(agent)))
                    .map(agent -> new OpenAgent(one, agent)))
        .sorted(ORDER)
        .toList();
  }

  /** Returns the agent with this name as it is open for a client: by the narrowest opening. */
  static Optional<OpenAgent> find(Transaction tx, String name, A2aClient client) {
    return all(tx).stream()
        .filter(one -> one.agent().name().equals(name) && one.opening().admits(client))
        .findFirst();
  }

  /**
   * Returns the agents that a client may see, each by the narrowest opening for it. What is open
   * for peers everybody may see, since a peer looks at the card first.
   */
  static List<OpenAgent> visible(Transaction tx, A2aClient client) {
    List<OpenAgent> all = all(tx);
    List<OpenAgent> visible = new ArrayList<>();
    for (OpenAgent one : all) {
      boolean isOpen = find(all, one, client).equals(Optional.of(one));
      boolean isForPeers =
          one.opening().reach().equals(Opening.PEERS) && find(all, one, client).isEmpty();
      if (isOpen || isForPeers) {
        visible.add(one);
      }
    }
    return visible;
  }

  private static Optional<OpenAgent> find(List<OpenAgent> all, OpenAgent same, A2aClient client) {
    return all.stream()
        .filter(one -> one.agent().equals(same.agent()) && one.opening().admits(client))
        .findFirst();
  }
}
