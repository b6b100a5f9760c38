package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Principal;

/** Each criterion of a policy alone: it matches, it does not, and it says why not. */
class MatchingTest {
  private static final ZonedDateTime NOON =
      ZonedDateTime.parse("2026-03-04T12:00:00+01:00[Europe/Berlin]");

  private static final Circumstances THERE =
      new Circumstances(
          "slack",
          Optional.of("channel"),
          Optional.of("C1"),
          Optional.of("acme"),
          Optional.of("G1"),
          Optional.of("timer_tick"),
          Optional.of("h1"),
          NOON);

  private static final Circumstances NOWHERE = Circumstances.of("timer", NOON);

  private static Policy policy(String match) {
    return EvaluationTest.policies(
            "{ name: p, effect: allow, permissions: '*', match: " + match + " }")
        .policies()
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "channel: slack | channel: mail | the channel is not mail",
        "peer_kind: [channel] | peer_kind: dm | the kind of conversation is not dm",
        "peer_kind: group | peer_kind: dm | the kind of conversation is not dm",
        "account: acme | account: other | the account is not other",
        "guild: G* | guild: H* | the guild is not H*",
        "event_type: timer_tick | event_type: mail | the event's type is not mail",
        "event_type: timer | event_type: [a, b] | the event's type is not a or b",
        "hook_id: h1 | hook_id: h2 | the hook is not h2",
        "time: '11:00-12:01' | time: '12:01-12:02' | it is another time than 12:01-12:02",
      })
  void aConditionHoldsOrSaysWhyNot(String met, String unmet, String why) {
    Requester owner = Requester.named("owner").orElseThrow();
    Policy matching = policy("{ conditions: { " + met + " } }");
    assertThat(matching.matches(owner, THERE)).isTrue();
    assertThat(matching.mismatch(owner, THERE)).isEmpty();
    assertThat(matching.specificity()).isEqualTo(1);
    Policy other = policy("{ conditions: { " + unmet + " } }");
    assertThat(other.matches(owner, THERE)).isFalse();
    assertThat(other.mismatch(owner, THERE)).contains(why);
  }

  @ParameterizedTest
  @CsvSource({"peer_kind: dm", "account: '*'", "guild: '*'", "event_type: '*'", "hook_id: '*'"})
  void aConditionOnWhatIsNotKnownDoesNotHold(String condition) {
    assertThat(
            policy("{ conditions: { " + condition + " } }")
                .matches(Requester.named("owner").orElseThrow(), NOWHERE))
        .isFalse();
  }

  @Test
  void eachCriterionCountsOnceForSpecificity() {
    Policy all =
        policy(
            """
            { principal: { is_user: true, name: a, relationship: b, tags: [c] },
              conditions: { channel: slack, peer_kind: dm, account: a, guild: g, event_type: e,
                            hook_id: h, time: [weekends, '1:00-2:00'] } }
            """);
    assertThat(all.specificity()).isEqualTo(4 + 7);
    assertThat(policy("{ conditions: [{ channel: a, guild: b }, { channel: c }] }").specificity())
        .isEqualTo(1);
  }

  private static Requester named(Principal principal, String name, String... tags) {
    return Requester.of(principal, name, Set.of(tags));
  }

  private static final Principal PEER = Principal.parse("peer:" + "B".repeat(43));

  private static Requester requester(String who) {
    return switch (who) {
      case "ada" -> named(Principal.agent("a".repeat(64)), "ada");
      case "birch" -> named(PEER, "birch", "trust:known");
      case "blocked" -> named(PEER, "birch", "trust:blocked");
      case "mum" ->
          new Requester(
              Principal.parse("person:00000000000000a1"),
              Requester.Kind.PERSON,
              "mum",
              Optional.of("p1"),
              false,
              Optional.of("family"),
              Set.of("close"));
      default -> Requester.named(who).orElseThrow();
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "owner | is_user: true | is_user: false | it is the owner",
        "ada | is_user: false | is_user: true | it is not the owner",
        "unknown | unknown: true | unknown: false | it is unknown",
        "blocked | unknown: true | unknown: false | it is unknown",
        "birch | unknown: false | unknown: true | it is not unknown",
        "mum | unknown: false | unknown: true | it is not unknown",
        "system | system: true | system: false | it is the program itself",
        "owner | system: false | system: true | it is not the program itself",
        "ada | agent: ada | agent: bob | it is another agent than bob",
        "ada | agent: a* | peer: ada | it is no peer",
        "birch | peer: birch | peer: oak | it is another peer than oak, by its key or as sbp entity"
            + " names it",
        "birch | peer: BB* | agent: birch | it is no agent",
        "webhook:ci | webhook: ci | webhook: cd | it is another webhook than cd",
        "owner | name: own* | webhook: '*' | it is no webhook",
        "mum | name: [dad, mum] | name: [dad, son] | it is not called dad or son",
        "mum | person_id: p1 | person_id: p2 | it is not the person p2",
        "mum | relationship: family | relationship: work | it is not related as work",
        "mum | tags: [far, close] | tags: far | it has no tag of far",
        "owner | name: owner | person_id: '*' | it is not the person *",
      })
  void aPrincipalMatchesOrSaysWhyNot(String who, String met, String unmet, String why) {
    Requester requester = requester(who);
    Policy matching = policy("{ principal: { " + met + " } }");
    assertThat(matching.matches(requester, THERE)).isTrue();
    assertThat(matching.mismatch(requester, THERE)).isEmpty();
    Policy other = policy("{ principal: { " + unmet + " } }");
    assertThat(other.matches(requester, THERE)).isFalse();
    assertThat(other.mismatch(requester, THERE)).contains(why);
  }

  /** The nearest end of the ranges that hold now; none of them for another time. */
  @Test
  void aPolicyMayStopMatchingWhenItsNearestRangeEnds() {
    assertThat(
            policy(
                    "{ conditions: { time: ['9:00-18:00', '11:00-13:00', '20:00-12:00',"
                        + " '12:15-12:30'] } }")
                .changes(THERE))
        .contains(NOON.withHour(13));
    assertThat(policy("{ conditions: { time: '13:00-14:00' } }").changes(THERE)).isEmpty();
    assertThat(policy("{ conditions: { channel: slack } }").changes(THERE)).isEmpty();
  }

  private static AccessDecision decide(String... yaml) {
    return Evaluation.of(
        EvaluationTest.policies(yaml),
        Requester.named("owner").orElseThrow(),
        Circumstances.of("command", NOON),
        List.of());
  }

  @Test
  void dataAndCredentialsAreTheLeastOfAllThatMatch() {
    AccessDecision both =
        decide(
            "{ name: a, effect: allow, permissions: { tools: t, data: full, credentials: [x, y] }"
                + " }",
            "{ name: b, effect: allow, permissions: { tools: t, data: work, credentials: [y, z] }"
                + " }");
    Bounds may = AuthoritySnapshot.of(both.authority()).orElseThrow().may();
    assertThat(may.data()).isEqualTo(DataAccess.of("work"));
    assertThat(may.credentials()).isEqualTo(Globs.of("y"));
  }

  @Test
  void aGrantAddsItsDataAndCredentials() {
    AccessDecision granted =
        Evaluation.of(
            EvaluationTest.policies(
                "{ name: a, effect: allow, permissions: { tools: t, data: none, credentials: [x] }"
                    + " }"),
            Requester.named("owner").orElseThrow(),
            Circumstances.of("command", NOON),
            List.of(
                new Grant(
                    "g",
                    Globs.of("u"),
                    Globs.of("key"),
                    Optional.of(DataAccess.of("work")),
                    false)));
    Bounds may = AuthoritySnapshot.of(granted.authority()).orElseThrow().may();
    assertThat(may.data()).isEqualTo(DataAccess.of("work"));
    assertThat(may.credentials()).isEqualTo(Globs.of("x", "key"));
    assertThat(granted.permits("u")).isTrue();
  }

  @Test
  void setsOfNamesHaveOneFormAndLimits() {
    assertThat(Globs.of("ab", "a*", "a", "c").patterns()).containsExactly("a*", "c");
    assertThat(Globs.of("b", "a", "b").patterns()).containsExactly("a", "b");
    assertThat(Globs.of("a", "b*").isWithin(Globs.of("a*", "b*"))).isTrue();
    assertThat(Globs.of("a", "c").isWithin(Globs.of("a*", "b*"))).isFalse();
    assertThat(Globs.of("a", "c").beyond(Globs.of("a*"))).containsExactly("c");
    assertThat(Globs.of("a*", "b").meet(Globs.of("ab", "b*"))).isEqualTo(Globs.of("ab", "b"));
    assertThat(Globs.of("a".repeat(256)).contains("a".repeat(256))).isTrue();
    assertThat(Globs.NONE.contains("a")).isFalse();
    assertThat(Globs.ALL.contains("")).isFalse();
    assertThat(Globs.ALL.contains("a")).isTrue();
    assertThat(Globs.of("a", "b"))
        .hasSameHashCodeAs(Globs.of("b", "a"))
        .isEqualTo(Globs.of("b", "a"));
    assertThat(Globs.of("a").texts()).containsExactly("a");
    assertThat(Globs.declared("tools", Collections.nCopies(1_000, "a")).patterns())
        .containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*a", "a*b", "a b", "a\u0007"})
  void whatIsNoPatternIsRefused(String pattern) {
    assertThatIllegalArgumentException().isThrownBy(() -> Globs.of(pattern));
  }

  @Test
  void aSetOfNamesIsStoredAsItsWords() {
    assertThat(Globs.STORED.write().apply(Globs.of("b", "a*"))).isEqualTo("a* b");
    assertThat(Globs.STORED.read().apply("a* b")).isEqualTo(Globs.of("b", "a*"));
    assertThat(Globs.STORED.write().apply(Globs.NONE)).isEmpty();
    assertThat(Globs.STORED.read().apply("")).isEqualTo(Globs.NONE);
  }

  @Test
  void boundsAreSaidInWords() {
    assertThat(Bounds.NOTHING.words()).endsWith("; credentials: none; data: none");
    assertThat(Bounds.NO_BOUNDS.words()).endsWith("; credentials: *; data: full");
  }

  @Test
  void setsOfToolsHaveOneForm() {
    ToolSet some = ToolSet.of(Globs.of("task_*"), Globs.of("task_fail", "mail_*"));
    assertThat(some).isEqualTo(ToolSet.of(Globs.of("task_*"), Globs.of("task_fail")));
    assertThat(some).isNotEqualTo(ToolSet.of(Globs.of("task_*"), Globs.NONE));
    assertThat(some).isNotEqualTo(ToolSet.ALL);
    assertThat(some.isEmpty()).isFalse();
    assertThat(ToolSet.of(Globs.of("a"), Globs.of("a*")).isEmpty()).isTrue();
    List<ToolSet.Clause> clauses = new ArrayList<>();
    for (int i = 0; i < ToolSet.MAX_CLAUSES; i++) {
      clauses.add(new ToolSet.Clause(Globs.of("a*", "b" + i), Globs.NONE));
    }
    assertThat(new ToolSet(clauses).contains("a1")).isTrue();
    clauses.add(new ToolSet.Clause(Globs.of("a*"), Globs.NONE));
    assertThat(new ToolSet(clauses).isEmpty()).isTrue();
  }
}
