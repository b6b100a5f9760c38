package org.sovereignbook.sbp.authority.access;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * One policy as its file says it: whom it looks at, and what it then allows or denies.
 *
 * @param place its file and line, for people
 * @param principal what must hold of whoever asks
 * @param conditions one of which must hold; empty is always
 * @param priority 0 to 100; where several say something, the highest is heard
 */
public record Policy(
    String name,
    String description,
    String place,
    PrincipalMatch principal,
    List<Condition> conditions,
    Effect effect,
    PolicyPermissions permissions,
    Optional<SessionTarget> session,
    Modifiers modifiers,
    int priority) {
  static final int MAX_PRIORITY = 100;

  /** What comes of a match. */
  public enum Effect {
    ALLOW,
    DENY
  }

  /**
   * What is allowed and what is not; absent says nothing about it.
   *
   * @param deny a {@code *} is a ceiling: nothing beyond this policy's own allows
   */
  public record PolicyPermissions(
      Globs allow, Globs deny, Optional<Globs> credentials, Optional<DataAccess> data) {
    static final PolicyPermissions NONE =
        new PolicyPermissions(Globs.NONE, Globs.NONE, Optional.empty(), Optional.empty());

    boolean isCeiling() {
      return deny.equals(Globs.ALL);
    }

    /** Whether it takes a tool away that another policy allows. */
    boolean bars(String tool) {
      return isCeiling() ? !allow.contains(tool) : deny.contains(tool);
    }
  }

  /**
   * Which session it goes to.
   *
   * @param key may name {@code {principal.name}} and other variables
   */
  public record SessionTarget(Optional<String> persona, Optional<String> key) {}

  /**
   * How it is handled when it is allowed.
   *
   * @param queueMode how it joins a busy session
   * @param delayResponse whether the answer waits until the quiet hours end
   */
  public record Modifiers(Optional<String> queueMode, Optional<Boolean> delayResponse) {
    static final Modifiers NONE = new Modifiers(Optional.empty(), Optional.empty());

    /** These, and of the others what these do not say. */
    Modifiers or(Modifiers others) {
      return new Modifiers(
          queueMode.or(others::queueMode), delayResponse.or(others::delayResponse));
    }
  }

  public Policy {
    conditions = List.copyOf(conditions);
  }

  /** The same at another place. */
  Policy at(String other) {
    return new Policy(
        name,
        description,
        other,
        principal,
        conditions,
        effect,
        permissions,
        session,
        modifiers,
        priority);
  }

  /**
   * Whether its match lets something through. One that only narrows or delays says nothing about
   * whether.
   */
  boolean countsAsAllow() {
    return effect == Effect.ALLOW
        && (session.isPresent()
            || !permissions.allow().patterns().isEmpty()
            || (permissions.equals(PolicyPermissions.NONE) && modifiers.equals(Modifiers.NONE)));
  }

  /** How much it asks for: of two of the same priority the more specific one is heard first. */
  int specificity() {
    return principal.size() + conditions.stream().mapToInt(Condition::size).min().orElse(0);
  }

  /** When a policy that holds may do so no more; empty when time changes nothing. */
  Optional<ZonedDateTime> changes(Circumstances now) {
    return conditions.stream()
        .filter(condition -> condition.holds(now))
        .flatMap(condition -> condition.changes(now.at()).stream())
        .min((one, other) -> one.compareTo(other));
  }

  boolean matches(Requester requester, Circumstances circumstances) {
    return principal.matches(requester) && isAt(circumstances);
  }

  private boolean isAt(Circumstances circumstances) {
    for (Condition condition : conditions) {
      if (condition.holds(circumstances)) {
        return true;
      }
    }
    return conditions.isEmpty();
  }

  /** Why it does not match, for people: the first thing that does not hold. */
  Optional<String> mismatch(Requester requester, Circumstances circumstances) {
    Optional<String> of = principal.mismatch(requester);
    return of.isPresent() || isAt(circumstances)
        ? of
        : conditions.getFirst().mismatch(circumstances);
  }
}
