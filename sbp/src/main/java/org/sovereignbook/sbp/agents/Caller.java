package org.sovereignbook.sbp.agents;

import java.util.Optional;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Principal;

/**
 * Who calls, as the connection proved it. Good for the transaction in which it was found.
 *
 * @param authority what everything that comes of the call carries
 * @param agent empty for the owner and the program itself
 * @param capabilities what the caller may do at most, now
 * @param token the id of the bearer token that proved it
 */
public record Caller(
    Principal principal,
    Authority authority,
    Optional<Agent> agent,
    Capabilities capabilities,
    Optional<String> token) {
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
        Optional.empty());
  }

  static Caller of(Agent agent, Capabilities capabilities, String channel, Optional<String> token) {
    return new Caller(
        agent.principal(),
        Authority.of(agent.principal(), channel),
        Optional.of(agent),
        capabilities,
        token);
  }

  /** Whether it is the owner or the program, whom nothing here bounds. */
  public boolean isUnbounded() {
    return agent.isEmpty();
  }
}
