package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Explanation of a decision: the policies in order of evaluation.
 *
 * @param sentences their common result, for people
 */
public record Explanation(List<PolicyStep> steps, List<String> sentences) {

  /**
   * Contribution of one policy.
   *
   * @param why the effect of the policy when it matches, or the part of its match that fails
   */
  public record PolicyStep(
      String policy, String place, int priority, boolean matched, String why) {}

  /** Explains a decision on these policies. */
  public static Explanation of(PolicySet policies, AccessDecision decision) {
    List<PolicyStep> steps = new ArrayList<>();
    for (Policy policy : policies.policies()) {
      Optional<String> mismatch = policy.mismatch(decision.requester(), decision.circumstances());
      steps.add(
          new PolicyStep(
              policy.name(),
              policy.place(),
              policy.priority(),
              mismatch.isEmpty(),
              mismatch.orElseGet(() -> effect(policy))));
    }
    return new Explanation(steps, AccessOutcome.of(decision).sentences());
  }

  private static String effect(Policy policy) {
    if (policy.effect() == Policy.Effect.DENY) {
      return "denies everything";
    }
    List<String> parts = new ArrayList<>();
    Policy.PolicyPermissions permissions = policy.permissions();
    if (!permissions.allow().patterns().isEmpty()) {
      parts.add("allows " + list(permissions.allow()));
    }
    if (permissions.isCeiling()) {
      parts.add("lets nothing else through");
    } else if (!permissions.deny().patterns().isEmpty()) {
      parts.add("denies " + list(permissions.deny()));
    }
    permissions.credentials().ifPresent(those -> parts.add("credentials: " + list(those)));
    permissions.data().ifPresent(data -> parts.add("data: " + data));
    policy.session().ifPresent(session -> parts.add("session " + words(session)));
    policy.modifiers().queueMode().ifPresent(mode -> parts.add("queue mode " + mode));
    if (policy.modifiers().smartRouting().orElse(false)) {
      parts.add("smart routing: to the sender's session that the message is about");
    }
    if (policy.modifiers().delayResponse().orElse(false)) {
      parts.add("delays the answer");
    }
    if (!policy.countsAsAllow()) {
      parts.add("allows no event by itself");
    }
    return parts.isEmpty() ? "lets it through, without tools" : String.join("; ", parts);
  }

  private static String words(Policy.SessionTarget session) {
    return session.persona().orElse("main") + ":" + session.key().orElse("main");
  }

  private static String list(Globs globs) {
    return globs.patterns().isEmpty() ? "none" : String.join(", ", globs.patterns());
  }

  /** Describes a set of tools in words. */
  public static String tools(ToolSet tools) {
    if (tools.equals(ToolSet.ALL)) {
      return "all";
    }
    if (tools.isEmpty()) {
      return "none";
    }
    return String.join(
        ", of these only ",
        tools.clauses().stream()
            .map(
                clause ->
                    list(clause.allow())
                        + (clause.deny().patterns().isEmpty()
                            ? ""
                            : " except " + list(clause.deny())))
            .toList());
  }

  /** Describes a requester in words: its kind, name, relationship and tags. */
  public static String words(Requester who) {
    List<String> parts = new ArrayList<>(List.of(Words.of(who.kind()) + " " + who.name()));
    if (who.isUser() && who.kind() != Requester.Kind.OWNER) {
      parts.add("the owner");
    }
    who.relationship().ifPresent(parts::add);
    who.tags().stream().sorted().forEach(parts::add);
    return String.join(", ", parts);
  }
}
