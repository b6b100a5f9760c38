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
 * Authenticated caller. Valid in the transaction in which it was identified.
 *
 * @param authority the authority that everything caused by the call carries
 * @param agent empty for the owner and the program itself
 * @param capabilities the present limits of the caller
 * @param work the most distant principals from which it accepts tasks now
 * @param token the id of the bearer token that authenticated it
 * @param decision the decision of the policies about it; empty for the program's own calls
 * @param causes the authorities of the items that it is working on
 * @param within what keeps the call within its own memory; without bounds for any other call
 */
public record Caller(
    Principal principal,
    Authority authority,
    Optional<Agent> agent,
    Capabilities capabilities,
    AgentReach work,
    Optional<String> token,
    Optional<AccessDecision> decision,
    List<Authority> causes,
    Within within) {
  public Caller {
    causes = List.copyOf(causes);
  }

  /** Creates a caller without bounds to its own memory. */
  public Caller(
      Principal principal,
      Authority authority,
      Optional<Agent> agent,
      Capabilities capabilities,
      AgentReach work,
      Optional<String> token,
      Optional<AccessDecision> decision,
      List<Authority> causes) {
    this(
        principal,
        authority,
        agent,
        capabilities,
        work,
        token,
        decision,
        causes,
        Within.ANY_MEMORY);
  }

  /**
   * Bounds of a call that its causes would not allow, except within the caller's own memory.
   *
   * @param beyond the refusal of everything else
   * @param readsOwn whether only own items may be shown, since a cause may see nothing of the node
   */
  public record Within(Optional<CapabilityDenied> beyond, boolean readsOwn) {
    static final Within ANY_MEMORY = new Within(Optional.empty(), false);
  }

  /** Returns a copy for a call within these bounds. */
  Caller within(Within bounds) {
    return new Caller(
        principal, authority, agent, capabilities, work, token, decision, causes, bounds);
  }

  /** Returns whether text of others is among what it acts for, so that its own words are not. */
  public boolean isBoundByOthers() {
    return !Access.beneficiaries(authority).isEmpty();
  }

  /**
   * Requires that nothing keeps the call within the caller's own memory.
   *
   * @throws CapabilityDenied the refusal of all that is beyond it
   */
  public void requireBeyondOwn() {
    if (within.beyond().isPresent()) {
      throw within.beyond().get();
    }
  }

  /** Returns the owner of the node on a channel: {@code command}, {@code mcp}, {@code team}. */
  public static Caller owner(String channel) {
    return unbounded(Principal.OWNER, channel);
  }

  /** Returns the program itself, for changes that time or a computation causes. */
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

  /** Returns a copy with the present decision of the policies. */
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

  /** Returns a copy with these causes in place of its own. */
  Caller holding(Transaction tx, List<Authority> held) {
    Authority alone = decision.map(AccessDecision::authority).orElse(authority);
    return new Caller(
        principal,
        Access.within(tx, alone, held),
        agent,
        capabilities,
        work,
        token,
        decision,
        held,
        within);
  }

  /** Returns a copy that acts for additional causes. */
  public Caller onBehalfOf(Transaction tx, List<Authority> more) {
    return new Caller(
        principal,
        Access.within(tx, authority, more),
        agent,
        capabilities,
        work,
        token,
        decision,
        causes,
        within);
  }

  /**
   * Records that it is about to be shown text of others, which bounds an agent from then on, and
   * the owner's MCP connection ({@link OwnerConnection}), whichever agent that acts for.
   *
   * @param tool the tool that shows the text
   * @param causes the authorities of the text's authors
   */
  public void isShown(Transaction tx, String tool, List<Authority> causes) {
    new ShownText(tx).noteLately(agent.isPresent() ? principal : Principal.OWNER, causes);
    if (agent.isPresent()) {
      new ShownText(tx).note(principal, token, authority.channel(), tool, causes);
    }
    if (token.isEmpty()
        && authority.channel().equals(OwnerConnection.CHANNEL)
        && causes.stream().anyMatch(cause -> !Access.beneficiaries(cause).isEmpty())) {
      OwnerConnection.of(tx.node()).shows();
    }
  }

  Caller as(Agent changed) {
    return new Caller(
        principal,
        authority,
        Optional.of(changed),
        capabilities,
        work,
        token,
        decision,
        causes,
        within);
  }

  /** Returns whether it is the owner or the program, whose tools are unlimited. */
  public boolean isUnbounded() {
    return agent.isEmpty();
  }
}
