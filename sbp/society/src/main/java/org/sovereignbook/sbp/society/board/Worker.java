package org.sovereignbook.sbp.society.board;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;

/**
 * A principal that acts on the board.
 *
 * @param authority on whose behalf, recorded in its events
 * @param roles which required roles it has; the owner needs none
 * @param epoch the incarnation of the agent
 * @param takesOffers whether it may work for other nodes
 * @param scope the tasks that it considers
 */
public record Worker(
    Authority authority, NavigableSet<String> roles, long epoch, boolean takesOffers, Scope scope) {
  /**
   * The tasks that a worker considers.
   *
   * @param label only tasks with this label
   * @param anybodys whether to include tasks that require no role
   * @param notOf authorities whose tasks are excluded
   */
  public record Scope(Optional<String> label, boolean anybodys, Set<String> notOf) {
    /** All tasks. */
    public static final Scope ALL = new Scope(Optional.empty(), true, Set.of());

    public Scope {
      notOf = Set.copyOf(notOf);
    }
  }

  /** The role of somebody outside of the node, who answers a question; no agent has it. */
  public static final String OUTSIDE = "outside";

  /** Roles of a team, and the words in agent names that fill them. */
  private static final Map<String, List<String>> FILLED_BY =
      Map.of(
          "planner", List.of("planner"),
          "implement", List.of("executor", "coder", "developer", "builder"),
          "review", List.of("reviewer", "auditor"));

  /** Returns the calling agent as a worker, or the owner, who may do everything. */
  public static Worker of(Caller caller) {
    return caller
        .agent()
        .map(
            agent ->
                new Worker(
                    caller.authority(),
                    rolesOf(agent.name()),
                    agent.epoch(),
                    caller.work() == AgentReach.PEERS,
                    Scope.ALL))
        .orElseGet(() -> new Worker(caller.authority(), new TreeSet<>(), 0, true, Scope.ALL));
  }

  /** Returns a peer node as a worker. Its choice of agent is not this node's concern. */
  public static Worker peer(Authority authority, Optional<String> role) {
    NavigableSet<String> roles = new TreeSet<>();
    role.ifPresent(roles::add);
    return new Worker(authority, roles, 0, true, Scope.ALL);
  }

  /** Returns a copy with only these roles and this scope. */
  public Worker within(Scope other, NavigableSet<String> onlyRoles) {
    return new Worker(authority, onlyRoles, epoch, takesOffers, other);
  }

  /** Returns a copy that ignores tasks with one of these authorities. */
  public Worker withoutThose(Set<String> authorities) {
    Scope other = new Scope(scope.label(), scope.anybodys(), authorities);
    return new Worker(authority, roles, epoch, takesOffers, other);
  }

  /** Returns a copy that acts under another authority. */
  public Worker onBehalfOf(Authority other) {
    return new Worker(other, roles, epoch, takesOffers, scope);
  }

  public Principal principal() {
    return authority.principal();
  }

  boolean isOwner() {
    return principal().equals(Principal.OWNER);
  }

  /**
   * Returns the agent's name, the words of its name, and the roles that those fill: {@code
   * ui-coder-2} has the role {@code implement}.
   */
  static NavigableSet<String> rolesOf(String name) {
    NavigableSet<String> roles = new TreeSet<>(Arrays.asList(name.split("[-_]")));
    FILLED_BY.forEach(
        (role, words) -> {
          if (words.stream().anyMatch(roles::contains)) {
            roles.add(role);
          }
        });
    roles.add(name);
    roles.removeAll(Set.of("", OUTSIDE));
    return roles;
  }
}
