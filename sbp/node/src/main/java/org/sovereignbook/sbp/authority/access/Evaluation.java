package org.sovereignbook.sbp.authority.access;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Algorithm of access control (NEXUS, ACL). Any matching deny wins, and without an allow the answer
 * is deny. Tools: those that some policy allows and none denies, under the ceiling of each policy
 * that denies all others. Credentials: those that every policy which mentions credentials allows.
 * Data: the least. Session: that of the policy with the highest priority. Pure: the result does not
 * depend on the order of the policies.
 */
final class Evaluation {
  /** Limit on consecutive quiet hours; beyond it a policy counts as never ending. */
  private static final int MAX_STEPS = 32;

  private Evaluation() {}

  /** Decides on a requester in given circumstances. */
  public static AccessDecision of(
      PolicySet policies, Requester requester, Circumstances circumstances, List<Grant> grants) {
    List<Policy> matched = new ArrayList<>();
    for (Policy policy : policies.policies()) {
      if (policy.matches(requester, circumstances)) {
        matched.add(policy);
      }
    }
    Function<String, AccessDecision> denied =
        why -> AccessDecision.denied(requester, circumstances, why, policies.names(), matched);
    Optional<Policy> denying =
        matched.stream().filter(policy -> policy.effect() == Policy.Effect.DENY).findFirst();
    List<Policy> allowing = matched.stream().filter(Policy::countsAsAllow).toList();
    if (denying.isPresent()) {
      return denied.apply(denying.get().name());
    }
    if (allowing.isEmpty() && grants.isEmpty()) {
      return denied.apply(AccessDecision.DEFAULT_DENY);
    }
    Optional<Policy> target =
        allowing.stream().filter(policy -> policy.session().isPresent()).findFirst();
    Optional<String> session =
        target.flatMap(
            policy -> SessionKey.render(policy.session().get(), requester, circumstances));
    if (target.isPresent() && session.isEmpty()) {
      return denied.apply(target.get().name() + " (its session key names what is not known)");
    }
    return AccessDecision.allowed(
        requester,
        circumstances,
        allowing.isEmpty() ? "grant " + grants.getFirst().id() : allowing.getFirst().name(),
        policies.names(),
        matched,
        new AccessDecision.Allowance(
            new Bounds(tools(matched, grants), credentials(matched, grants), data(matched, grants)),
            session,
            modifiers(matched),
            notBefore(policies, matched, requester, circumstances),
            grants.stream().map(Grant::id).toList()));
  }

  /**
   * Returns the tools that are allowed. A grant adds tools; it overrides a denial of exactly its
   * tool's name, and no other.
   */
  private static ToolSet tools(List<Policy> matched, List<Grant> grants) {
    List<String> allow = new ArrayList<>();
    List<String> deny = new ArrayList<>();
    List<String> granted = new ArrayList<>();
    List<String> grantedHere = new ArrayList<>();
    for (Grant grant : grants) {
      granted.addAll(grant.tools().patterns());
      if (grant.namesPlace()) {
        grantedHere.addAll(grant.tools().patterns());
      }
    }
    List<ToolSet.Clause> clauses = new ArrayList<>();
    for (Policy policy : matched) {
      allow.addAll(policy.permissions().allow().patterns());
      if (policy.permissions().isCeiling()) {
        clauses.add(clause(policy.permissions().allow().patterns(), grantedHere, List.of()));
      } else {
        deny.addAll(policy.permissions().deny().patterns());
      }
    }
    deny.removeIf(name -> !name.endsWith("*") && granted.contains(name));
    clauses.add(clause(allow, granted, deny));
    return new ToolSet(clauses);
  }

  private static ToolSet.Clause clause(List<String> allow, List<String> more, List<String> deny) {
    return new ToolSet.Clause(
        new Globs(Stream.concat(allow.stream(), more.stream()).toList()), new Globs(deny));
  }

  private static Globs credentials(List<Policy> matched, List<Grant> grants) {
    Optional<Globs> common =
        matched.stream()
            .flatMap(policy -> policy.permissions().credentials().stream())
            .reduce(Globs::meet);
    List<String> all = new ArrayList<>(common.orElse(Globs.NONE).patterns());
    grants.forEach(grant -> all.addAll(grant.credentials().patterns()));
    return new Globs(all);
  }

  private static DataAccess data(List<Policy> matched, List<Grant> grants) {
    DataAccess least =
        matched.stream()
            .flatMap(policy -> policy.permissions().data().stream())
            .reduce(DataAccess::meet)
            .orElse(DataAccess.NONE);
    return grants.stream()
        .flatMap(grant -> grant.data().stream())
        .reduce(least, (one, other) -> one.compareTo(other) < 0 ? other : one);
  }

  /**
   * Returns when no policy delays the answer any more, when the policies that apply ask for a
   * delay.
   */
  private static Optional<Instant> notBefore(
      PolicySet policies, List<Policy> matched, Requester requester, Circumstances circumstances) {
    if (!modifiers(matched).delayResponse().orElse(false)) {
      return Optional.empty();
    }
    List<Policy> delaying =
        policies.policies().stream()
            .filter(one -> one.modifiers().delayResponse().orElse(false))
            .toList();
    Circumstances then = circumstances;
    for (int step = 0; step < MAX_STEPS; step++) {
      Circumstances now = then;
      Optional<ZonedDateTime> next =
          delaying.stream()
              .filter(policy -> policy.matches(requester, now))
              .flatMap(policy -> policy.changes(now).stream())
              .min((one, other) -> one.compareTo(other));
      if (next.isEmpty()) {
        break;
      }
      then = then.at(next.get());
    }
    return Optional.of(then.at().toInstant());
  }

  private static Policy.Modifiers modifiers(List<Policy> matched) {
    return matched.stream()
        .map(Policy::modifiers)
        .reduce(Policy.Modifiers.NONE, Policy.Modifiers::or);
  }
}
