package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * What an agent may do now: what it declared, within what each above it did (CORDELIA §2.4, §2.5).
 * A parent that is narrowed narrows all below it at once; one that does not work stops them.
 *
 * @param mail from how far away it takes mail, which is never farther than each above it does
 * @param work the same for tasks
 * @param hindrance why it may do nothing at present, such as {@code coder is suspended}
 */
record Effective(
    Capabilities capabilities, AgentReach mail, AgentReach work, Optional<String> hindrance) {
  static Effective of(Transaction tx, Agent agent) {
    List<Agent> above = AgentRows.ancestors(tx, agent);
    Optional<String> hindrance = hindrance(agent);
    Capabilities capabilities = agent.declared();
    for (Agent each : above) {
      capabilities = capabilities.meet(each.declared());
      hindrance =
          hindrance.or(() -> hindrance(each).map(why -> why + ", which is above " + agent.name()));
    }
    return new Effective(
        capabilities,
        agent.mail().meet(reach(above, Agent::mail)),
        agent.work().meet(reach(above, Agent::work)),
        hindrance);
  }

  /** Returns the widest reach that all of {@code above} have. */
  private static AgentReach reach(List<Agent> above, Function<Agent, AgentReach> which) {
    return above.stream().map(which).reduce(AgentReach.PEERS, AgentReach::meet);
  }

  /** Why an agent does nothing by itself, such as {@code coder is suspended (by command)}. */
  static Optional<String> hindrance(Agent agent) {
    return agent.status().works()
        ? Optional.empty()
        : Optional.of(
            "%s is %s (%s)%s"
                .formatted(
                    agent.name(),
                    agent.status(),
                    agent.statusReason(),
                    agent.restsUntil().map(until -> ", until " + until).orElse("")));
  }

  /** The most that an agent may be given: what its parent may. */
  static Capabilities above(Transaction tx, Agent agent) {
    Capabilities most = Capabilities.ALL;
    for (Agent each : AgentRows.ancestors(tx, agent)) {
      most = most.meet(each.declared());
    }
    return most;
  }
}
