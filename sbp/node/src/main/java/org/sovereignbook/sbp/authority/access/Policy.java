package org.sovereignbook.sbp.authority.access;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Policy as its file states it: the requesters that it matches, and what it allows or denies.
 *
 * @param place its file and line, for people
 * @param principal the match on the requester
 * @param conditions alternatives; one must hold; empty means always
 * @param priority 0 to 100; among conflicting policies the highest wins
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

  /** Uses the name alone: to make that of a record takes a part of each start. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** Effect of a match. */
  public enum Effect {
    ALLOW,
    DENY
  }

  /**
   * Tools, credentials and data that a policy allows or denies; an absent part says nothing about
   * it.
   *
   * @param deny a {@code *} is a ceiling: nothing beyond this policy's own {@code allow} is
   *     permitted
   */
  public record PolicyPermissions(
      Globs allow, Globs deny, Optional<Globs> credentials, Optional<DataAccess> data) {
    static final PolicyPermissions NONE =
        new PolicyPermissions(Globs.NONE, Globs.NONE, Optional.empty(), Optional.empty());

    boolean isCeiling() {
      return deny.equals(Globs.ALL);
    }

    /** Returns whether this policy removes a tool that another policy allows. */
    boolean bars(String tool) {
      return isCeiling() ? !allow.contains(tool) : deny.contains(tool);
    }
  }

  /**
   * Session that a policy assigns.
   *
   * @param key may contain {@code {principal.name}} and other variables
   */
  public record SessionTarget(Optional<String> persona, Optional<String> key) {}

  /**
   * Handling of an allowed event.
   *
   * @param queueMode how the event joins a busy session
   * @param delayResponse whether the answer waits until the quiet hours end
   * @param smartRouting whether a message goes to the session of its sender that it is about
   */
  public record Modifiers(
      Optional<String> queueMode, Optional<Boolean> delayResponse, Optional<Boolean> smartRouting) {
    static final Modifiers NONE =
        new Modifiers(Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns these modifiers, completed by others where they say nothing. */
    Modifiers or(Modifiers others) {
      return new Modifiers(
          queueMode.or(others::queueMode),
          delayResponse.or(others::delayResponse),
          smartRouting.or(others::smartRouting));
    }
  }

  public Policy {
    conditions = List.copyOf(conditions);
  }

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
   * Returns whether a match of this policy allows the event. A policy that only narrows or delays
   * does not.
   */
  boolean countsAsAllow() {
    return effect == Effect.ALLOW
        && (session.isPresent()
            || !permissions.allow().patterns().isEmpty()
            || (permissions.equals(PolicyPermissions.NONE) && modifiers.equals(Modifiers.NONE)));
  }

  /**
   * Returns the number of criteria: among policies of one priority the more specific one goes
   * first.
   */
  int specificity() {
    return principal.size() + conditions.stream().mapToInt(Condition::size).min().orElse(0);
  }

  /**
   * Returns when a policy that applies now may stop applying; empty when it does not depend on the
   * time.
   */
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

  /** Returns the first criterion that does not match, for people. */
  Optional<String> mismatch(Requester requester, Circumstances circumstances) {
    Optional<String> of = principal.mismatch(requester);
    return of.isPresent() || isAt(circumstances)
        ? of
        : conditions.getFirst().mismatch(circumstances);
  }
}
