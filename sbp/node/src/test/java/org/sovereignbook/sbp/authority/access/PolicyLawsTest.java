package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;

/** What holds of access whatever the policies are. */
class PolicyLawsTest {
  private static final List<String> TOOLS = List.of("a", "ab", "abc", "b", "c");
  private static final List<String> GLOBS = List.of("a", "ab", "a*", "ab*", "b", "c", "*");
  private static final List<String> CHANNELS = List.of("mail", "command", "slack");
  private static final List<String> WORDS = List.of("family", "work", "vip");
  private static final List<String> NAMES = List.of("ann", "andy", "bob");
  private static final List<String> KINDS = List.of("dm", "group", "channel");

  static Globs globs(Random random) {
    List<String> some = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      some.add(GLOBS.get(random.nextInt(GLOBS.size())));
    }
    return new Globs(some);
  }

  private static Optional<Globs> maybe(Random random, List<String> words) {
    if (random.nextInt(3) > 0) {
      return Optional.empty();
    }
    List<String> some = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      some.add(words.get(random.nextInt(words.size())));
    }
    return Optional.of(new Globs(some));
  }

  /** Asked for less often, or hardly anything would match. */
  private static <T> Optional<T> seldom(Random random, Optional<T> wanted) {
    return random.nextInt(3) > 0 ? Optional.empty() : wanted;
  }

  private static List<Condition> conditions(Random random) {
    Optional<Globs> none = Optional.empty();
    List<Condition> conditions = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      conditions.add(
          new Condition(
              maybe(random, CHANNELS),
              seldom(random, maybe(random, KINDS)),
              none,
              none,
              none,
              none,
              List.of()));
    }
    return conditions;
  }

  static Policy policy(Random random, String name, Policy.Effect effect) {
    Optional<Globs> none = Optional.empty();
    PrincipalMatch match =
        new PrincipalMatch(
            random.nextInt(4) > 0 ? Optional.empty() : Optional.of(random.nextBoolean()),
            random.nextInt(8) > 0 ? Optional.empty() : Optional.of(random.nextBoolean()),
            Optional.empty(),
            seldom(random, maybe(random, List.of("ann", "an*", "b*"))),
            maybe(random, WORDS),
            maybe(random, WORDS),
            none,
            none,
            none,
            none);
    return new Policy(
        name,
        "",
        name,
        match,
        conditions(random),
        effect,
        new Policy.PolicyPermissions(
            globs(random),
            globs(random),
            random.nextInt(3) == 0 ? Optional.empty() : Optional.of(globs(random)),
            random.nextInt(3) == 0
                ? Optional.empty()
                : Optional.of(List.of(DataAccess.values()).get(random.nextInt(3)))),
        random.nextInt(4) > 0
            ? Optional.empty()
            : Optional.of(new Policy.SessionTarget(Optional.of(name), Optional.empty())),
        Policy.Modifiers.NONE,
        random.nextInt(100));
  }

  static List<Policy> policies(Random random, int denies) {
    List<Policy> all = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      boolean deny = random.nextInt(100) < denies;
      all.add(policy(random, "p" + i, deny ? Policy.Effect.DENY : Policy.Effect.ALLOW));
    }
    return all;
  }

  static Requester requester(Random random) {
    Set<String> tags = new HashSet<>();
    WORDS.stream().filter(_ -> random.nextBoolean()).forEach(tags::add);
    boolean isKnown = random.nextInt(4) > 0;
    return new Requester(
        isKnown ? Principal.person("0".repeat(16)) : Principal.UNKNOWN,
        isKnown ? Requester.Kind.PERSON : Requester.Kind.UNKNOWN,
        NAMES.get(random.nextInt(NAMES.size())),
        isKnown ? Optional.of("0".repeat(16)) : Optional.empty(),
        random.nextBoolean(),
        random.nextBoolean()
            ? Optional.of(WORDS.get(random.nextInt(WORDS.size())))
            : Optional.empty(),
        tags);
  }

  static Circumstances circumstances(Random random) {
    return Circumstances.of(CHANNELS.get(random.nextInt(CHANNELS.size())), EvaluationTest.NOON)
        .with(Optional.of(KINDS.get(random.nextInt(KINDS.size()))), Optional.empty());
  }

  private static AccessDecision decide(List<Policy> policies, Requester who, Circumstances where) {
    return Evaluation.of(new PolicySet(policies), who, where, List.of());
  }

  @Property(tries = 3000)
  void aDenyNeverBecomesAnAllowByAddingAnAllow(@ForAll Random random) {
    List<Policy> policies = policies(random, 30);
    Requester who = requester(random);
    Circumstances where = circumstances(random);
    AccessDecision before = decide(policies, who, where);
    if (before.denied().isEmpty()) {
      return;
    }
    List<Policy> more = new ArrayList<>(policies);
    more.add(policy(random, "another", Policy.Effect.ALLOW));

    AccessDecision after = decide(more, who, where);
    assertThat(after.isAllowed()).isFalse();
    assertThat(TOOLS).noneMatch(after::permits);
  }

  @Property(tries = 3000)
  void theOrderOfPoliciesDoesNotMatter(@ForAll Random random) {
    List<Policy> policies = policies(random, 10);
    Requester who = requester(random);
    Circumstances where = circumstances(random);
    List<Policy> shuffled = new ArrayList<>(policies);
    Collections.shuffle(shuffled, random);

    assertThat(decide(shuffled, who, where)).isEqualTo(decide(policies, who, where));
  }

  @Property(tries = 3000)
  void whatOneDeniesNobodyElseAllows(@ForAll Random random) {
    List<Policy> policies = policies(random, 0);
    Requester who = requester(random);
    Circumstances where = circumstances(random);
    AccessDecision decision = decide(policies, who, where);
    for (Policy policy : policies) {
      if (policy.matches(who, where) && !policy.permissions().isCeiling()) {
        assertThat(TOOLS.stream().filter(policy.permissions().deny()::contains))
            .noneMatch(decision::permits);
      }
    }
  }

  @Property(tries = 3000)
  void snapshotsNeverWiden(@ForAll Random random) {
    Authority own = Authority.of(Principal.agent("0".repeat(64)), "command");
    Authority cause =
        decide(policies(random, 20), requester(random), circumstances(random)).authority();
    AuthoritySnapshot bound = AuthoritySnapshot.of(cause).orElseThrow();
    Authority bounded = bound.bounding(own, cause);
    AuthoritySnapshot after = AuthoritySnapshot.of(bounded).orElseThrow();

    assertIsWithin(after.may(), bound.may());
    assertThat(after.onBehalfOf()).contains(cause.principal());
    Authority again =
        AuthoritySnapshot.of(
                decide(policies(random, 20), requester(random), circumstances(random)).authority())
            .orElseThrow()
            .bounding(bounded, cause);
    assertIsWithin(AuthoritySnapshot.of(again).orElseThrow().may(), after.may());
  }

  private static void assertIsWithin(Bounds narrow, Bounds wide) {
    assertThat(TOOLS)
        .noneMatch(tool -> narrow.tools().contains(tool) && !wide.tools().contains(tool));
    assertThat(TOOLS)
        .noneMatch(
            name -> narrow.credentials().contains(name) && !wide.credentials().contains(name));
    assertThat(narrow.data()).isLessThanOrEqualTo(wide.data());
  }

  @Property(tries = 2000)
  void toolSetsMeetExactlyAndAreReadAsTheyWereWritten(@ForAll Random random) {
    ToolSet one = ToolSet.of(globs(random), globs(random));
    ToolSet other = ToolSet.of(globs(random), globs(random));
    ToolSet both = one.meet(other);

    assertThat(TOOLS)
        .allMatch(tool -> both.contains(tool) == (one.contains(tool) && other.contains(tool)));
    assertThat(other.meet(one)).isEqualTo(both);
    assertThat(ToolSet.read(both.json())).isEqualTo(both);
  }

  /** An evaluator of its own, as naive as the words of the specification. */
  @Property(tries = 10_000)
  void aNaiveReadingOfTheRulesAgrees(@ForAll Random random) {
    List<Policy> policies = policies(random, 10);
    Requester who = requester(random);
    Circumstances where = circumstances(random);
    AccessDecision decision = decide(policies, who, where);
    for (String tool : TOOLS) {
      assertThat(decision.permits(tool)).isEqualTo(naive(policies, who, where, tool));
    }
  }

  private static boolean naive(Condition condition, Circumstances where) {
    String kind = where.peerKind().orElseThrow();
    return condition.channel().filter(it -> !it.patterns().contains(where.channel())).isEmpty()
        && condition
            .peerKind()
            .filter(
                it ->
                    !it.patterns().contains(kind)
                        && !(kind.equals("channel") && it.patterns().contains("group")))
            .isEmpty();
  }

  private static boolean naive(
      List<Policy> policies, Requester who, Circumstances where, String tool) {
    boolean allowed = false;
    boolean through = false;
    for (Policy policy : policies) {
      PrincipalMatch match = policy.principal();
      boolean matches =
          (match.isUser().isEmpty() || match.isUser().get() == who.isUser())
              && (match.unknown().isEmpty()
                  || match.unknown().get() == (who.kind() == Requester.Kind.UNKNOWN))
              && (match.names().isEmpty() || names(match.names().get(), who.name()))
              && (match.relationships().isEmpty()
                  || who.relationship()
                      .filter(match.relationships().get().patterns()::contains)
                      .isPresent())
              && (match.tags().isEmpty()
                  || match.tags().get().patterns().stream().anyMatch(who.tags()::contains))
              && (policy.conditions().isEmpty()
                  || policy.conditions().stream().anyMatch(one -> naive(one, where)));
      if (!matches) {
        continue;
      }
      boolean allows = names(policy.permissions().allow(), tool);
      boolean ceiling = policy.permissions().deny().patterns().contains("*");
      if (policy.effect() == Policy.Effect.DENY) {
        return false;
      }
      through |= policy.session().isPresent() || !policy.permissions().allow().patterns().isEmpty();
      allowed |= allows;
      if (ceiling ? !allows : names(policy.permissions().deny(), tool)) {
        return false;
      }
    }
    return through && allowed;
  }

  @Property(tries = 3000)
  void credentialsAreWhatAllAllowWhoSpeakOfThemAndDataTheLeast(@ForAll Random random) {
    List<Policy> policies = policies(random, 5);
    Requester who = requester(random);
    Circumstances where = circumstances(random);
    AccessDecision decision = decide(policies, who, where);
    if (!decision.isAllowed()) {
      assertThat(decision.bounds()).isEqualTo(Bounds.NOTHING);
      return;
    }
    List<Policy.PolicyPermissions> heard =
        policies.stream()
            .filter(policy -> policy.matches(who, where))
            .map(Policy::permissions)
            .toList();
    for (String name : TOOLS) {
      assertThat(decision.credentials().contains(name))
          .isEqualTo(
              heard.stream().anyMatch(one -> one.credentials().isPresent())
                  && heard.stream()
                      .flatMap(one -> one.credentials().stream())
                      .allMatch(globs -> names(globs, name)));
    }
    assertThat(decision.data())
        .isEqualTo(
            heard.stream()
                .flatMap(one -> one.data().stream())
                .min((one, other) -> one.compareTo(other))
                .orElse(DataAccess.NONE));
    assertThat(decision.session())
        .isEqualTo(
            policies.stream()
                .filter(policy -> policy.matches(who, where) && policy.session().isPresent())
                .max(
                    (one, other) ->
                        one.priority() != other.priority()
                            ? Integer.compare(one.priority(), other.priority())
                            : one.specificity() != other.specificity()
                                ? Integer.compare(one.specificity(), other.specificity())
                                : other.name().compareTo(one.name()))
                .map(policy -> "agent:" + policy.name() + ":main"));
  }

  private static boolean names(Globs globs, String tool) {
    return Stream.of(globs.patterns())
        .flatMap(List::stream)
        .anyMatch(
            glob ->
                glob.endsWith("*")
                    ? tool.startsWith(glob.substring(0, glob.length() - 1))
                    : tool.equals(glob));
  }
}
