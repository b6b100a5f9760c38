package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.Principal;

/** The algorithm of access, and the examples that are shipped. */
class EvaluationTest {
  static final ZonedDateTime NOON = ZonedDateTime.parse("2026-03-04T12:00:00+01:00[Europe/Lisbon]");

  static PolicySet policies(String... yaml) {
    List<PolicyFile.Problem> problems = new ArrayList<>();
    List<PolicyFile> files = new ArrayList<>();
    for (int i = 0; i < yaml.length; i++) {
      files.add(PolicyFile.parse(i + ".yaml", yaml[i], problems));
    }
    PolicySet set = PolicySet.of(files, problems);
    assertThat(problems).isEmpty();
    return set;
  }

  private static AccessDecision decide(String who, String channel, String... yaml) {
    return Evaluation.of(
        policies(yaml),
        Requester.named(who).orElseThrow(),
        Circumstances.of(channel, NOON),
        List.of());
  }

  private static Path templates() {
    return Stream.of(Path.of("../templates/access"), Path.of("templates/access"))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theExamplesDoWhatTheyAreMeantTo() throws IOException {
    List<PolicyFile.Problem> problems = new ArrayList<>();
    List<PolicyFile> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(templates())) {
      for (Path file : all.sorted().toList()) {
        String name = file.getFileName().toString();
        files.add(PolicyFile.parse(name, Files.readString(file), problems));
      }
    }
    PolicySet set = PolicySet.of(files, problems);
    String rows = Files.readString(templates().resolveSibling("access-expectations.yaml"));
    List<String> failures = new ArrayList<>();
    for (Expectations.Expected row :
        Expectations.parse("access-expectations.yaml", rows, NOON, problems).all()) {
      AccessDecision decision = Access.decide(set, row.person().orElseThrow(), row.circumstances());
      row.failures(decision).forEach(failure -> failures.add(row.place() + " " + failure));
    }

    assertThat(problems).isEmpty();
    assertThat(failures).isEmpty();
    assertThat(new PolicyLint(set, NOON).findings()).isEmpty();
  }

  @Test
  void theReasonIsThePolicyThatDecidedOnThisTool() {
    AccessDecision decision =
        decide(
            "webhook:ci",
            "webhook",
            "- { name: mails, effect: allow, permissions: { tools: [mail_send] }, priority: 90 }",
            "- { name: tasks, effect: allow, permissions: { tools: [\"task_*\"] } }",
            "- { name: narrow, effect: allow, permissions: { tools: { deny: [task_cancel] } } }");

    assertThat(decision.reason("mail_send")).isEqualTo("mails");
    assertThat(decision.reason("task_add")).isEqualTo("tasks");
    assertThat(decision.reason("task_cancel")).isEqualTo("narrow");
    assertThat(decision.reason("shell")).isEqualTo(AccessDecision.DEFAULT_DENY);
  }

  @Test
  void aPeerThatMayDoEverythingCarriesThatToo() {
    AccessDecision all =
        decide("trust:trusted", "mail", "- { name: all, effect: allow, permissions: '*' }");

    AuthoritySnapshot carried = AuthoritySnapshot.of(all.authority()).orElseThrow();
    assertThat(carried.may()).isEqualTo(Bounds.NO_BOUNDS);
  }

  @Test
  void theFirstPoliciesLetKnownPeersWriteAndOfferAndNothingElse() {
    String own = Policies.defaultText();
    AccessDecision known = decide("trust:known", "mail", own);

    assertThat(known.permits("mail_send")).isTrue();
    assertThat(known.permits("task_offer")).isTrue();
    assertThat(known.permits("shell")).isFalse();
    assertThat(decide("trust:unknown", "mail", own).isAllowed()).isFalse();
    assertThat(decide("trust:unknown", "reader", own).permits("reader_reply")).isTrue();
    assertThat(decide("trust:blocked", "reader", own).reason()).isEqualTo("blocked");
    assertThat(decide("owner", "command", own).authority().limits().members()).isEmpty();
    assertThat(new PolicyLint(policies(own), NOON).findings()).isEmpty();
  }

  @Test
  void whereManyReadAlongIsAGroupWhateverItIsCalledThere() {
    String quiet =
        "[{name: all, effect: allow, permissions: '*'}, {name: not-in-groups, effect: deny,"
            + " match: {conditions: [{peer_kind: group}]}}]";
    for (String kind : List.of("dm", "group", "channel")) {
      Optional<String> none = Optional.empty();
      Circumstances there =
          new Circumstances("slack", Optional.of(kind), none, none, none, none, none, NOON);
      AccessDecision decision =
          Access.decide(policies(quiet), Requester.named("owner").orElseThrow(), there);
      assertThat(decision.isAllowed()).as(kind).isEqualTo(kind.equals("dm"));
    }
  }

  @Test
  void aDenyOfLowPriorityDeniesAllTheSame() {
    AccessDecision decision =
        decide(
            "owner",
            "command",
            "[{name: all, effect: allow, permissions: '*', priority: 100},"
                + " {name: no, effect: deny, priority: 0}]");
    assertThat(decision.isAllowed()).isFalse();
    assertThat(decision.reason()).isEqualTo("no");
  }

  @Test
  void aSessionKeyThatNamesWhatIsNotKnownDenies() {
    AccessDecision decision =
        decide(
            "owner",
            "command",
            "{name: all, effect: allow, permissions: '*', session: {key: 'x:{guild}'}}");
    assertThat(decision.isAllowed()).isFalse();
    assertThat(decision.reason()).startsWith("all (");
  }

  @Test
  void aGrantLiftsADenyOfThatNameButNeitherACeilingNorADenyOfAll() {
    String named =
        "{name: p, effect: allow, permissions: {tools: {allow: [a], deny: [b]}}, priority: 1}";
    String ceiling = "{name: p, effect: allow, permissions: {tools: {allow: [a], deny: '*'}}}";
    Grant grant = new Grant("g1", Globs.of("b"), Globs.NONE, java.util.Optional.empty(), false);
    Requester owner = Requester.named("owner").orElseThrow();
    Circumstances here = Circumstances.of("command", NOON);

    assertThat(Evaluation.of(policies(named), owner, here, List.of(grant)).permits("b")).isTrue();
    assertThat(Evaluation.of(policies(ceiling), owner, here, List.of(grant)).permits("b"))
        .isFalse();
    assertThat(
            Evaluation.of(policies("{name: n, effect: deny}"), owner, here, List.of(grant))
                .isAllowed())
        .isFalse();
  }

  @Test
  void timesGoOverMidnight() {
    TimeRange night = TimeRange.parse("23:00-08:00").orElseThrow();
    assertThat(night.contains(NOON)).isFalse();
    assertThat(night.contains(NOON.withHour(23))).isTrue();
    assertThat(night.contains(NOON.withHour(7).withMinute(59))).isTrue();
    assertThat(night.contains(NOON.withHour(8).withMinute(0))).isFalse();
    assertThat(TimeRange.parse("weekends").orElseThrow().contains(NOON)).isFalse();
    assertThat(TimeRange.parse("25:00-08:00")).isEmpty();
  }

  @Test
  void anErrorNamesFileLineColumnAndWhatMayStandThere() {
    List<PolicyFile.Problem> problems = new ArrayList<>();
    PolicyFile.parse(
        "owner.yaml",
        """
        - name: mum
          effect: allow
          permissons: "*"
        - name: night
          effect: maybe
          match:
            conditions:
              - time: 23-8
        """,
        problems);
    assertThat(problems)
        .extracting(PolicyFile.Problem::toString)
        .containsExactlyInAnyOrder(
            "owner.yaml:3:3: unknown key; did you mean permissions?",
            "owner.yaml:5:3: a policy has effect: allow, or deny",
            "owner.yaml:8:9: " + TimeRange.EXPECTED);
  }

  @Test
  void aFileThatIsNoYamlSaysItsNameAndLineAsAnyOtherError() {
    List<PolicyFile.Problem> problems = new ArrayList<>();
    PolicyFile.parse("owner.yaml", "- name: mum\n  effect: allow\n  effect: deny\n", problems);
    Expectations.parse("rows.yaml", "- { as: owner\n- as", NOON, problems);
    assertThat(problems)
        .extracting(PolicyFile.Problem::toString)
        .satisfiesExactly(
            one -> assertThat(one).startsWith("owner.yaml:3:3: the key effect stands here"),
            other -> assertThat(other).startsWith("rows.yaml:2:5: "));
  }

  @Test
  void whatComesWhereNobodyTalksIsNoDirectWord() {
    PolicySet set =
        policies(
            """
            - { name: direct, effect: allow, match: { conditions: { peer_kind: dm } }, permissions: "*" }
            - { name: ci, effect: allow, match: { principal: { webhook: ci }, conditions: { channel: [webhook, mail], peer_kind: dm } } }
            - { name: vain, effect: deny, match: { conditions: { channel: [webhook, timer], peer_kind: dm } } }
            """);
    Requester hook = Requester.of(Principal.webhook("ci"), "ci", Set.of());
    for (String channel : List.of("webhook", "timer", "hook", "system")) {
      assertThat(Access.decide(set, hook, Circumstances.of(channel, NOON)).matched()).isEmpty();
    }
    assertThat(Access.decide(set, hook, Circumstances.of("mail", NOON)).matched())
        .extracting(Policy::name)
        .containsExactlyInAnyOrder("direct", "ci");
    assertThat(new PolicyLint(set, NOON).findings())
        .filteredOn(finding -> finding.code().equals("never-matches"))
        .extracting(PolicyLint.Finding::policy, PolicyLint.Finding::text)
        .containsExactly(
            tuple(
                "vain",
                "events of webhooks, the timer and hooks are no conversations: they have no"
                    + " peer_kind"));
  }

  @Test
  void lintNamesADenialOfWhatIsNoTool() {
    PolicySet set =
        policies(
            """
            - { name: typo, effect: allow, permissions: { tools: { allow: "*", deny: [task-add, "mail_*"] } } }
            - { name: ceiling, effect: allow, permissions: { tools: { allow: search, deny: "*" } } }
            """);

    assertThat(new PolicyLint(set, NOON).emptyDenials(List.of("task_add", "mail_send", "search")))
        .extracting(PolicyLint.Finding::code, PolicyLint.Finding::policy, PolicyLint.Finding::text)
        .containsExactly(
            tuple(
                "no-such-tool",
                "typo",
                "it denies task-add, which no tool of this node is called; did you mean"
                    + " task_add?"));
  }

  @Test
  void lintFindsWhatNeverMatchesIsShadowedOrLetsStrangersDoTooMuch() {
    PolicySet set =
        policies(
            """
            - { name: nobody, effect: allow, match: { principal: { system: true, unknown: true } } }
            - { name: shadow, effect: allow, match: { principal: { webhook: a } }, permissions: "*" }
            - { name: no-hooks, effect: deny, match: { principal: { webhook: true } } }
            - { name: open, effect: allow, match: { principal: { unknown: true } }, permissions: "*" }
            - { name: blind, effect: allow, match: { principal: { agent: a } }, permissions: { tools: [search] } }
            - { name: seeing, effect: allow, match: { principal: { agent: b } }, permissions: { tools: [search], data: restricted } }
            - { name: meant, effect: allow, match: { principal: { agent: c } }, permissions: { tools: [task_add], data: none } }
            - { name: all, effect: allow, match: { principal: { is_user: true } }, permissions: "*", priority: 90 }
            - { name: some, effect: allow, match: { principal: { is_user: true }, conditions: [{ channel: mail }] }, permissions: { tools: [post] } }
            """);
    assertThat(new PolicyLint(set, NOON).findings())
        .extracting(finding -> finding.code() + " " + finding.policy())
        .containsExactlyInAnyOrder(
            "never-matches nobody",
            "shadowed shadow",
            "shadowed some",
            "strangers open",
            "no-data blind");
  }
}
