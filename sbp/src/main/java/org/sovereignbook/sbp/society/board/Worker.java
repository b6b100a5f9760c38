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
 * Who acts on the board.
 *
 * @param authority on whose behalf, for the events that tell of it
 * @param roles which required roles it has; the owner has all
 * @param reputation from 0 to 100
 * @param epoch which incarnation of an agent it is
 * @param takesOffers whether it may work for other nodes
 * @param scope which of the tasks that it might take it looks at
 */
public record Worker(
    Authority authority,
    NavigableSet<String> roles,
    int reputation,
    long epoch,
    boolean takesOffers,
    Scope scope) {
  /**
   * Which tasks a worker looks at.
   *
   * @param label only those with this label
   * @param anybodys whether also those that ask for no role
   * @param notOf none that carries one of these authorities
   */
  public record Scope(Optional<String> label, boolean anybodys, Set<String> notOf) {
    /** All of them. */
    public static final Scope ALL = new Scope(Optional.empty(), true, Set.of());

    public Scope {
      notOf = Set.copyOf(notOf);
    }
  }

  /** What everybody begins with. */
  public static final int FIRST_REPUTATION = 70;

  /** The roles of a team, and the words of names that fill them. */
  private static final Map<String, List<String>> FILLED_BY =
      Map.of(
          "planner", List.of("planner"),
          "implement", List.of("executor", "coder", "developer", "builder"),
          "review", List.of("reviewer", "auditor"));

  /** Whoever calls: an agent as it is, or the owner, who may do everything. */
  public static Worker of(Caller caller) {
    return caller
        .agent()
        .map(
            agent ->
                new Worker(
                    caller.authority(),
                    rolesOf(agent.name()),
                    FIRST_REPUTATION,
                    agent.epoch(),
                    caller.work() == AgentReach.PEERS,
                    Scope.ALL))
        .orElseGet(
            () ->
                new Worker(
                    caller.authority(), new TreeSet<>(), ReviewGate.BEST, 0, true, Scope.ALL));
  }

  /** A node that a task comes from, or was offered to; whom it has do it is its own matter. */
  static Worker peer(Authority authority, Optional<String> role) {
    NavigableSet<String> roles = new TreeSet<>();
    role.ifPresent(roles::add);
    return new Worker(authority, roles, ReviewGate.BEST, 0, true, Scope.ALL);
  }

  /** The same, with these roles only, looking at these tasks only. */
  public Worker within(Scope other, NavigableSet<String> onlyRoles) {
    return new Worker(authority, onlyRoles, reputation, epoch, takesOffers, other);
  }

  /** The same, which leaves alone what carries one of these authorities. */
  public Worker withoutThose(Set<String> authorities) {
    Scope other = new Scope(scope.label(), scope.anybodys(), authorities);
    return new Worker(authority, roles, reputation, epoch, takesOffers, other);
  }

  /** The same for what is done with the rights of another. */
  public Worker onBehalfOf(Authority other) {
    return new Worker(other, roles, reputation, epoch, takesOffers, scope);
  }

  public Principal principal() {
    return authority.principal();
  }

  boolean isOwner() {
    return principal().equals(Principal.OWNER);
  }

  /** Its name, the words of its name, and what these fill: {@code ui-coder-2} may implement. */
  static NavigableSet<String> rolesOf(String name) {
    NavigableSet<String> roles = new TreeSet<>(Arrays.asList(name.split("[-_]")));
    FILLED_BY.forEach(
        (role, words) -> {
          if (words.stream().anyMatch(roles::contains)) {
            roles.add(role);
          }
        });
    roles.add(name);
    roles.remove("");
    return roles;
  }
}
