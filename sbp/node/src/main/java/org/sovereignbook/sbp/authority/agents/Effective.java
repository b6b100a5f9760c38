package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Effective rights of an agent: its declared capabilities within those of each agent above it
 * (CORDELIA §2.4, §2.5). Narrowing a parent narrows all agents below it at once, and they stop when
 * it does not work.
 *
 * @param mail the most distant senders that may write to it, never farther than for each agent
 *     above it
 * @param work the same for tasks
 * @param hindrance why it may not act at present, such as {@code coder is suspended}
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

  /** Returns why the agent itself does not act, such as {@code coder is suspended (by command)}. */
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

  /** Returns the most that an agent may be given: its parent's effective capabilities. */
  static Capabilities above(Transaction tx, Agent agent) {
    Capabilities most = Capabilities.ALL;
    for (Agent each : AgentRows.ancestors(tx, agent)) {
      most = most.meet(each.declared());
    }
    return most;
  }
}
