package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Checks whether a caller may use a tool, see data or change an agent, with the reason when it may
 * not. Read-only: {@link Permissions} authorizes calls with it, and records each decision.
 */
public final class ToolRights {
  private ToolRights() {}

  /**
   * Requires that the caller's capabilities, the policies and the cause of each item that it is
   * working on all allow the tool.
   */
  static void require(Transaction tx, Caller caller, String tool) {
    if (!caller.capabilities().tools().contains(tool)) {
      throw missing(tx, caller, tool);
    }
    Optional<AccessDecision> decision = caller.decision();
    if (decision.isPresent() && !decision.get().permits(tool)) {
      CapabilityDenied denied = CapabilityDenied.byPolicy(caller, decision.get(), tool);
      if (decision.get().bound(tool).isPresent()) {
        throw denied;
      }
      throw caller.agent().isPresent() && !isDenied(caller)
          ? denied.lackedBy(caller.authority(), tool)
          : denied;
    }
    DeclaredTools tools = DeclaredTools.of(tx.node());
    if (tools.isOwn(tool)) {
      requireData(caller, tool, tools.data(tool), ownData(caller));
    } else {
      requireByCauses(tx, caller, tool);
    }
  }

  /** Requires that every item that the caller is working on allows the tool, and shows its data. */
  private static void requireByCauses(Transaction tx, Caller caller, String tool) {
    DeclaredTools tools = DeclaredTools.of(tx.node());
    for (Authority cause : caller.causes()) {
      if (!tools.isHandling(tool, cause)) {
        Optional<String> refusal = Access.refusal(tx, cause, tool);
        if (refusal.isPresent()) {
          Optional<String> held = Access.held(tx, caller.principal(), cause);
          CapabilityDenied denied = CapabilityDenied.byCause(caller, held, refusal.get(), tool);
          throw Access.mayBeGranted(tx, cause) ? denied.lackedBy(cause, tool) : denied;
        }
      }
    }
    requireData(tx, caller, tool);
  }

  /**
   * Returns the bounds of a call of memory: a cause that does not allow the tool keeps the call
   * within the caller's own memory, which is never closed to it.
   */
  static Caller.Within within(Transaction tx, Caller caller, String tool) {
    if (DeclaredTools.of(tx.node()).isOwn(tool)) {
      try {
        requireByCauses(tx, caller, tool);
      } catch (CapabilityDenied e) {
        boolean readsOwn = data(tx, caller).compareTo(DataAccess.RESTRICTED) < 0;
        return new Caller.Within(Optional.of(e), readsOwn);
      }
    }
    return Caller.Within.ANY_MEMORY;
  }

  private static DataAccess ownData(Caller caller) {
    return caller.decision().map(AccessDecision::data).orElse(DataAccess.FULL);
  }

  /** Requires the access to data that the tool needs: policies decide on it separately. */
  private static void requireData(Transaction tx, Caller caller, String tool) {
    requireData(tx, caller, tool, DeclaredTools.of(tx.node()).data(tool));
  }

  /** Refuses a caller that may see less data than this while it works on its present items. */
  public static void requireData(Transaction tx, Caller caller, String tool, DataAccess needed) {
    if (needed != DataAccess.NONE) {
      requireData(caller, tool, needed, data(tx, caller));
    }
  }

  private static void requireData(Caller caller, String tool, DataAccess needed, DataAccess has) {
    if (has.compareTo(needed) < 0) {
      throw CapabilityDenied.byData(caller, tool, needed, has);
    }
  }

  /**
   * Returns the amount of the node's data that a caller may be shown while it works on its present
   * items.
   */
  public static DataAccess data(Transaction tx, Caller caller) {
    DataAccess least = ownData(caller);
    for (Authority cause : caller.causes()) {
      least = least.meet(Access.data(tx, cause));
    }
    return least;
  }

  /**
   * Returns whether a caller's capabilities and the policies allow a tool, for lists; nothing is
   * recorded. The items that the caller is working on do not count.
   */
  public static boolean isUsable(DeclaredTools tools, Caller caller, String tool) {
    Optional<AccessDecision> decision = caller.decision();
    return caller.capabilities().tools().contains(tool)
        && (decision.isEmpty()
            || (decision.get().permits(tool)
                && decision.get().data().compareTo(tools.data(tool)) >= 0));
  }

  /** Returns whether {@link #require} would let the caller use a tool; nothing is recorded. */
  public static boolean mayNow(Transaction tx, Caller caller, String tool) {
    try {
      require(tx, caller, tool);
      return true;
    } catch (CapabilityDenied e) {
      return false;
    }
  }

  /**
   * Refuses a call that no answer to a request could permit, before it refuses for another reason.
   */
  static void requireNoDeny(Transaction tx, Caller caller, String tool) {
    if (isDenied(caller)) {
      throw CapabilityDenied.byPolicy(caller, caller.decision().orElseThrow(), tool);
    }
    DeclaredTools tools = DeclaredTools.of(tx.node());
    for (Authority cause : caller.causes()) {
      if (!tools.isHandling(tool, cause)) {
        Optional<String> refusal = Access.refusal(tx, cause, tool);
        if (refusal.isPresent() && !Access.mayBeGranted(tx, cause)) {
          throw CapabilityDenied.byCause(
              caller, Access.held(tx, caller.principal(), cause), refusal.get(), tool);
        }
      }
    }
  }

  /**
   * Returns whether a policy denies the caller everything here, which no answer of the owner
   * overrides.
   */
  private static boolean isDenied(Caller caller) {
    return caller.decision().map(decision -> !decision.denied().isEmpty()).orElse(false);
  }

  /**
   * Returns why an agent may not use a tool although policies allow it: it does not work, its
   * capabilities or those above it exclude the tool, or an item that it is working on may not cause
   * the call. Nothing is recorded.
   */
  public static Optional<String> withheld(Transaction tx, Agent agent, String tool) {
    Effective effective = Effective.of(tx, agent);
    if (effective.hindrance().isPresent()) {
      return effective.hindrance();
    }
    if (!effective.capabilities().tools().contains(tool)) {
      return Optional.of(
          "its capabilities do not hold it:  sbp agent capabilities " + agent.name());
    }
    DeclaredTools tools = DeclaredTools.of(tx.node());
    if (tools.isOwn(tool)) {
      return Optional.empty();
    }
    DataAccess needed = tools.data(tool);
    for (Authority cause : Access.inHand(tx, agent.principal(), Optional.empty())) {
      Optional<String> refusal =
          tools.isHandling(tool, cause) ? Optional.empty() : Access.refusal(tx, cause, tool);
      if (refusal.isPresent()) {
        return refusal;
      }
      if (Access.data(tx, cause).compareTo(needed) < 0) {
        return Optional.of(
            "what comes of its cause, " + cause.principal() + ", may see less than it shows");
      }
    }
    return Optional.empty();
  }

  /** Names the agent, of those that bound the caller, that lacks the tool. */
  private static CapabilityDenied missing(Transaction tx, Caller caller, String tool) {
    Agent agent = caller.agent().orElseThrow();
    String name = agent.name();
    if (!agent.declared().tools().contains(tool)) {
      CapabilityDenied denied =
          new CapabilityDenied(
              caller,
              "%s has no tool %s".formatted(name, tool),
              "only the owner can give it:  sbp agent capabilities %s --add-tool %s"
                  .formatted(name, tool));
      return Effective.above(tx, agent).tools().contains(tool) && !isDenied(caller)
          ? denied.lackedBy(caller.authority(), tool)
          : denied;
    }
    for (Agent above : AgentRows.ancestors(tx, agent)) {
      if (!above.declared().tools().contains(tool)) {
        return new CapabilityDenied(
            caller,
            "%s has no tool %s any more, since %s above it has not"
                .formatted(name, tool, above.name()),
            "only the owner can give it:  sbp agent capabilities %s --add-tool %s"
                .formatted(above.name(), tool));
      }
    }
    return new CapabilityDenied(
        caller,
        "the token of %s is not good for the tool %s".formatted(name, tool),
        "only the owner can give another:  sbp agent token %s --tools %s".formatted(name, tool));
  }

  /** Refuses capabilities that exceed those of the principal responsible for them. */
  static void requireWithin(Caller caller, Capabilities wanted, Capabilities most) {
    List<String> beyond = wanted.beyond(most);
    if (!beyond.isEmpty()) {
      throw new CapabilityDenied(
          caller,
          "more than its parent may: " + String.join(", ", beyond),
          "who may do what:  sbp agent list");
    }
  }

  /**
   * Refuses a reach that is wider than the caller may give: an agent passes on at most its own, and
   * widens no agent's reach.
   *
   * @param what {@code mail} or {@code work}
   * @param most the widest that the caller may give
   * @param name the agent whose reach the owner would have to widen
   */
  static void requireReach(
      Caller caller, String what, AgentReach wanted, AgentReach most, String name) {
    if (!wanted.isWithin(most)) {
      throw new CapabilityDenied(
          caller,
          "%s from %s is more than may be given here; only the owner opens an agent further"
              .formatted(what, wanted),
          "the owner can:  sbp agent capabilities %s --%s %s".formatted(name, what, wanted));
    }
  }

  /** Refuses a caller that is neither the owner nor above the agent. */
  public static void requireAbove(Transaction tx, Caller caller, Agent agent) {
    if (!caller.isUnbounded()
        && AgentRows.ancestors(tx, agent).stream()
            .noneMatch(above -> above.principal().equals(caller.principal()))) {
      throw new CapabilityDenied(
          caller,
          "%s is not above %s".formatted(caller.agent().orElseThrow().name(), agent.name()),
          "only its parent, those above that, and the owner may");
    }
  }
}
