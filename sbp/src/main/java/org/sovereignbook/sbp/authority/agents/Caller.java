package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Who calls, as the connection proved it. Good for the transaction in which it was found.
 *
 * @param authority what everything that comes of the call carries
 * @param agent empty for the owner and the program itself
 * @param capabilities what the caller may do at most, now
 * @param work from how far away it takes tasks, now
 * @param token the id of the bearer token that proved it
 * @param decision what the policies say about it; of the program's own none is asked for
 * @param causes the authorities of what it has in its hands
 */
public record Caller(
    Principal principal,
    Authority authority,
    Optional<Agent> agent,
    Capabilities capabilities,
    AgentReach work,
    Optional<String> token,
    Optional<AccessDecision> decision,
    List<Authority> causes) {
  public Caller {
    causes = List.copyOf(causes);
  }

  /** Whoever owns the node, through this door: {@code command}, {@code mcp}, {@code team}. */
  public static Caller owner(String channel) {
    return unbounded(Principal.OWNER, channel);
  }

  /** The program itself: what time and arithmetic cause. */
  public static Caller system() {
    return unbounded(Principal.SYSTEM, "system");
  }

  private static Caller unbounded(Principal principal, String channel) {
    return new Caller(
        principal,
        Authority.of(principal, channel),
        Optional.empty(),
        Capabilities.ALL,
        AgentReach.PEERS,
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  static Caller of(
      Agent agent,
      Capabilities capabilities,
      AgentReach work,
      String channel,
      Optional<String> token) {
    return new Caller(
        agent.principal(),
        Authority.of(agent.principal(), channel),
        Optional.of(agent),
        capabilities,
        work,
        token,
        Optional.empty(),
        List.of());
  }

  /** The same as the policies look at it now. */
  Caller decided(Transaction tx) {
    Requester itself =
        agent.isPresent()
            ? Entities.agent(tx, principal, agent.get().name())
            : Entities.requester(tx, principal);
    AccessDecision now = Access.decide(tx, itself, Access.here(tx, authority.channel()));
    List<Authority> held = agent.isPresent() ? Access.inHand(tx, principal, token) : List.of();
    return new Caller(
        principal,
        Access.within(tx, now.authority(), held),
        agent,
        capabilities,
        work,
        token,
        Optional.of(now),
        held);
  }

  /** The same when what it does is done for one more cause. */
  public Caller onBehalfOf(Transaction tx, List<Authority> more) {
    return new Caller(
        principal,
        Access.within(tx, authority, more),
        agent,
        capabilities,
        work,
        token,
        decision,
        causes);
  }

  /**
   * Notes that it is about to be shown text of others, which bounds an agent from then on.
   *
   * @param tool that shows it
   * @param causes whose text it is
   */
  public void isShown(Transaction tx, String tool, List<Authority> causes) {
    if (agent.isPresent()) {
      new ShownText(tx).note(principal, token, authority.channel(), tool, causes);
    }
  }

  /** The same agent in another state. */
  Caller as(Agent changed) {
    return new Caller(
        principal, authority, Optional.of(changed), capabilities, work, token, decision, causes);
  }

  /** Whether it is the owner or the program, whom nothing here bounds. */
  public boolean isUnbounded() {
    return agent.isEmpty();
  }
}
