package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.cedarpolicy.AuthorizationEngine;
import com.cedarpolicy.BasicAuthorizationEngine;
import com.cedarpolicy.model.AuthorizationRequest;
import com.cedarpolicy.value.CedarList;
import com.cedarpolicy.value.EntityUID;
import com.cedarpolicy.value.PrimBool;
import com.cedarpolicy.value.PrimString;
import com.cedarpolicy.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Cedar, whose semantics are proved, as judge of what is allowed. The common fragment: who it is,
 * known or not, by name, relationship and tags; channel and kind of conversation, several
 * conditions of which one must hold; tools by name and prefix, allow, deny and ceilings.
 */
class CedarJudgeTest {
  private static final int CASES = Integer.getInteger("sbp.cedar.cases", 2_000);
  private static final List<String> TOOLS = List.of("a", "ab", "abc", "b", "c");
  private static final EntityUID WHO = EntityUID.parse("User::\"somebody\"").orElseThrow();
  private static final EntityUID USE = EntityUID.parse("Action::\"use\"").orElseThrow();
  private static final EntityUID NODE = EntityUID.parse("Node::\"node\"").orElseThrow();

  /** One policy set and one request. */
  private record Case(
      List<Policy> policies, Requester who, Circumstances circumstances, String tool) {
    static Case of(int seed) {
      Random random = new Random(seed);
      List<Policy> policies = new ArrayList<>(PolicyLawsTest.policies(random, 5));
      // Otherwise most would be denied by default, where it is easy to agree.
      if (random.nextInt(8) > 0) {
        policies.add(generous(PolicyLawsTest.policy(random, "generous", Policy.Effect.ALLOW)));
      }
      return new Case(
          policies,
          PolicyLawsTest.requester(random),
          PolicyLawsTest.circumstances(random),
          TOOLS.get(random.nextInt(TOOLS.size())));
    }

    private static Policy generous(Policy policy) {
      return new Policy(
          policy.name(),
          policy.description(),
          policy.place(),
          policy.principal(),
          policy.conditions(),
          policy.effect(),
          new Policy.PolicyPermissions(Globs.ALL, Globs.NONE, Optional.empty(), Optional.empty()),
          policy.session(),
          policy.modifiers(),
          policy.priority());
    }

    boolean isAllowedHere() {
      return Evaluation.of(new PolicySet(policies), who, circumstances, List.of()).permits(tool);
    }

    boolean isAllowedBy(AuthorizationEngine cedar) throws Exception {
      Map<String, Value> context =
          Map.of(
              "tool", new PrimString(tool),
              "channel", new PrimString(circumstances.channel()),
              "peer_kind", new PrimString(circumstances.peerKind().orElseThrow()),
              "name", new PrimString(who.name()),
              "unknown", new PrimBool(who.kind() == Requester.Kind.UNKNOWN),
              "is_user", new PrimBool(who.isUser()),
              "relationship", new PrimString(who.relationship().orElse("")),
              "tags", new CedarList(who.tags().stream().<Value>map(PrimString::new).toList()));
      return cedar
          .isAuthorized(
              new AuthorizationRequest(WHO, USE, NODE, context), translated(policies), Set.of())
          .success
          .orElseThrow()
          .isAllowed();
    }
  }

  @Test
  void cedarAllowsExactlyWhatTheEvaluatorAllows() throws Exception {
    AuthorizationEngine cedar = new BasicAuthorizationEngine();
    int allowed = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Case one = Case.of(seed);
      boolean here = one.isAllowedHere();
      assertThat(here).as("seed %s: %s", seed, one).isEqualTo(one.isAllowedBy(cedar));
      allowed += here ? 1 : 0;
    }
    assertThat(allowed).as("how many were allowed").isBetween(CASES / 3, CASES * 2 / 3);
  }

  private static com.cedarpolicy.model.policy.PolicySet translated(List<Policy> policies) {
    List<String> rules = new ArrayList<>();
    for (Policy policy : policies) {
      String matches = matches(policy);
      if (policy.effect() == Policy.Effect.DENY) {
        rules.add("forbid" + when(matches));
        continue;
      }
      Policy.PolicyPermissions tools = policy.permissions();
      String denied = tools.isCeiling() ? "!" + isOne(tools.allow()) : isOne(tools.deny());
      rules.add("permit" + when(matches + " && " + isOne(tools.allow())));
      rules.add("forbid" + when(matches + " && " + denied));
    }
    Set<com.cedarpolicy.model.policy.Policy> all = new HashSet<>();
    for (String rule : rules) {
      all.add(new com.cedarpolicy.model.policy.Policy(rule, "rule" + all.size()));
    }
    return new com.cedarpolicy.model.policy.PolicySet(all);
  }

  private static String when(String condition) {
    return "(principal, action, resource) when { " + condition + " };";
  }

  private static String matches(Policy policy) {
    PrincipalMatch who = policy.principal();
    List<String> all = new ArrayList<>(List.of("true"));
    who.isUser().ifPresent(is -> all.add("context.is_user == " + is));
    who.unknown().ifPresent(is -> all.add("context.unknown == " + is));
    who.names().ifPresent(names -> all.add(any("context.name like \"%s\"", names)));
    who.relationships().ifPresent(words -> all.add(any("context.relationship == \"%s\"", words)));
    who.tags().ifPresent(words -> all.add(any("context.tags.contains(\"%s\")", words)));
    if (!policy.conditions().isEmpty()) {
      all.add(
          policy.conditions().stream()
              .map(CedarJudgeTest::holds)
              .collect(Collectors.joining(" || ", "(", ")")));
    }
    return String.join(" && ", all);
  }

  private static String holds(Condition condition) {
    List<String> all = new ArrayList<>(List.of("true"));
    condition.channel().ifPresent(words -> all.add(any("context.channel == \"%s\"", words)));
    condition
        .peerKind()
        .ifPresent(
            words -> {
              String kinds = any("context.peer_kind == \"%s\"", words);
              // Where many may read along it is a group, whatever the channel calls it.
              all.add(
                  words.patterns().contains("group")
                      ? "(%s || context.peer_kind == \"channel\")".formatted(kinds)
                      : kinds);
            });
    return "(" + String.join(" && ", all) + ")";
  }

  private static String isOne(Globs tools) {
    return any("context.tool like \"%s\"", tools);
  }

  private static String any(String condition, Globs words) {
    return words.patterns().isEmpty()
        ? "(false)"
        : words.patterns().stream()
            .map(word -> condition.replace("%s", word))
            .collect(Collectors.joining(" || ", "(", ")"));
  }
}
