package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** Decisions within those on the agents above, their reasons, and what they leave behind. */
class AccessDecisionTest {
  private static final String POLICIES =
      """
      - name: workers
        effect: allow
        match: { principal: { agent: worker } }
        permissions: { tools: ["task_*", mail_send], data: full }
      - name: leads
        effect: allow
        match: { principal: { agent: lead } }
        permissions: { tools: ["task_*"], data: full }
      - name: fired
        effect: deny
        match: { principal: { agent: boss } }
      - name: quiet
        effect: allow
        match: { principal: { webhook: ci } }
        permissions: { tools: { allow: ["task_*"], deny: [task_cancel, task_add] } }
        modifiers: { queue_mode: collect, smart_routing: true }
      """;

  private static AccessDecision decide(Requester who, Grant... grants) {
    return Evaluation.of(
        EvaluationTest.policies(POLICIES),
        who,
        Circumstances.of("mcp", EvaluationTest.NOON),
        List.of(grants));
  }

  private static AccessDecision agent(String name, Grant... grants) {
    String id = Integer.toHexString(name.hashCode()).repeat(64).substring(0, 64);
    return decide(Requester.of(Principal.agent(id), name, Set.of()), grants);
  }

  private static Grant grant(String id, String tool) {
    return new Grant(id, Globs.of(tool), Globs.NONE, Optional.empty(), false);
  }

  @Test
  void anAgentMayDoNoMoreThanThoseAboveIt() {
    AccessDecision lead = agent("lead");
    AccessDecision worker = agent("worker").within(List.of(lead));
    assertThat(worker.permits("task_add")).isTrue();
    assertThat(worker.reason("task_add")).isEqualTo("workers");
    assertThat(worker.bound("task_add")).isEmpty();
    assertThat(worker.permits("mail_send")).isFalse();
    assertThat(worker.reason("mail_send")).isEqualTo("default-deny, which bounds lead");
    assertThat(worker.bound("mail_send")).contains(lead);
    assertThat(worker.above()).containsExactly(lead);
    assertThat(worker.reason()).isEqualTo("workers");
    assertThat(worker.denied()).isEmpty();
    assertThat(worker.mayBeGranted()).isTrue();
  }

  @Test
  void aDenialAboveIsADenialByItsName() {
    AccessDecision worker = agent("worker").within(List.of(agent("lead"), agent("boss")));
    assertThat(worker.isAllowed()).isFalse();
    assertThat(worker.reason()).isEqualTo("fired, which bounds boss");
    assertThat(worker.denied()).containsExactly("fired");
    assertThat(worker.mayBeGranted()).isFalse();
    assertThat(worker.permits("task_add")).isFalse();
    assertThat(worker.above())
        .extracting(one -> one.requester().name())
        .containsExactly("lead", "boss");

    AccessDecision boss = agent("boss").within(List.of(agent("lead")));
    assertThat(boss.isAllowed()).isFalse();
    assertThat(boss.reason()).isEqualTo("fired");
    assertThat(boss.reason("task_add")).isEqualTo("fired");
    assertThat(boss.denied()).containsExactly("fired");
  }

  @Test
  void noOwnerIsAskedForAnUnknownSender() {
    assertThat(decide(Requester.named("unknown").orElseThrow()).mayBeGranted()).isFalse();
    assertThat(decide(Requester.named("trust:known").orElseThrow()).mayBeGranted()).isTrue();
    assertThat(agent("boss").mayBeGranted()).isFalse();
  }

  @Test
  void grantsAndWhatIsLeftWithoutThemAreThoseOfBoth() {
    AccessDecision alone = agent("worker");
    AccessDecision worker =
        agent("worker", grant("g2", "shell")).in(3, Optional.of(alone.bounds()));
    assertThat(worker.tookMicros()).isEqualTo(3);
    assertThat(worker.reason("shell")).isEqualTo("grant g2");
    AccessDecision lead =
        agent("lead", grant("g2", "shell"), grant("g1", "shell"))
            .in(4, Optional.of(agent("lead").bounds()));
    AccessDecision both = worker.within(List.of(lead));
    assertThat(both.grants()).containsExactly("g1", "g2");
    assertThat(both.tookMicros()).isEqualTo(7);
    assertThat(both.permits("shell")).isTrue();
    assertThat(both.ungranted().orElseThrow().tools().contains("shell")).isFalse();
    assertThat(both.ungranted().orElseThrow().tools().contains("task_add")).isTrue();
    AuthoritySnapshot carried = AuthoritySnapshot.of(both.authority()).orElseThrow();
    assertThat(carried.grants()).containsExactly("g1", "g2");
    assertThat(carried.withoutGrants().may().tools().contains("shell")).isFalse();

    assertThat(agent("worker").within(List.of(agent("lead"))).ungranted())
        .as("nothing rests on a grant")
        .isEmpty();
  }

  @Test
  void aGrantThatNamesNoToolOfItIsNoReason() {
    assertThat(agent("nobody", grant("g1", "shell"), grant("g2", "shell")).reason("shell"))
        .isEqualTo("grant g1, g2");
    assertThat(agent("worker", grant("g1", "shell")).reason("chat"))
        .isEqualTo(AccessDecision.DEFAULT_DENY);
  }

  @Test
  void whatADecisionRestedOnIsWritten() {
    JsonObject allowed = agent("worker").detail();
    assertThat(allowed.string("effect")).contains("allow");
    assertThat(allowed.string("reason")).contains("workers");
    assertThat(allowed.members())
        .doesNotContainKeys("denied", "tools_denied", "grants", "smart_routing", "queue_mode");
    JsonObject denied = agent("boss").detail();
    assertThat(denied.string("effect")).contains("deny");
    assertThat(denied.array("denied").orElseThrow().strings()).contains(List.of("fired"));
    JsonObject granted = agent("worker", grant("g1", "shell")).detail();
    assertThat(granted.array("grants").orElseThrow().strings()).contains(List.of("g1"));
    JsonObject narrowed = decide(Requester.named("webhook:ci").orElseThrow()).detail();
    assertThat(narrowed.array("tools_denied").orElseThrow().strings())
        .contains(List.of("task_add", "task_cancel"));
    assertThat(narrowed.bool("smart_routing")).contains(true);
    assertThat(narrowed.string("queue_mode")).contains("collect");
    assertThat(narrowed.string("sender_identifier")).contains("ci");
  }

  @Test
  void anAuthorityCarriesTrustAndTheTermsOfOthersOnly() {
    JsonObject hook = decide(Requester.named("webhook:ci").orElseThrow()).authority().limits();
    assertThat(hook.string("queue_mode")).contains("collect");
    assertThat(hook.bool("smart_routing")).contains(true);
    assertThat(hook.members()).doesNotContainKeys("trust");
    assertThat(decide(Requester.named("trust:known").orElseThrow()).authority().limits())
        .satisfies(limits -> assertThat(limits.string("trust")).contains("known"));
    JsonObject bounded = agent("worker").authority().limits();
    assertThat(bounded.members()).containsKey("tools").doesNotContainKeys("queue_mode");
    AccessDecision all =
        Evaluation.of(
            EvaluationTest.policies("- { name: all, effect: allow, permissions: '*' }"),
            Requester.named("owner").orElseThrow(),
            Circumstances.of("command", EvaluationTest.NOON),
            List.of());
    assertThat(all.authority().limits().members()).as("without bounds").isEmpty();
    AccessDecision rested = all.in(1, Optional.of(Bounds.NOTHING));
    assertThat(rested.authority().limits().members())
        .as("it would have bounds without its grants")
        .containsKey("ungranted");
  }

  @ParameterizedTest
  @CsvSource({
    "owner, OWNER, owner, false",
    "system, SYSTEM, system, false",
    "unknown, UNKNOWN, unknown, true",
    "webhook:ci, WEBHOOK, ci, false",
  })
  void aWordNamesARequester(String word, Requester.Kind kind, String identifier, boolean unknown) {
    Requester requester = Requester.named(word).orElseThrow();
    assertThat(requester.kind()).isEqualTo(kind);
    assertThat(requester.identifier()).isEqualTo(identifier);
    assertThat(requester.isUnknown()).isEqualTo(unknown);
    assertThat(requester.isUser()).isEqualTo(word.equals("owner"));
    assertThat(requester.countedAs()).isEqualTo(word);
  }

  @Test
  void aPeerIsUnknownWithoutTrustAndOthersAreKnown() {
    assertThat(Requester.named("trust:unknown").orElseThrow().isUnknown()).isTrue();
    assertThat(Requester.named("trust:blocked").orElseThrow().isUnknown()).isTrue();
    assertThat(Requester.named("trust:endorsed").orElseThrow().isUnknown()).isFalse();
    assertThat(Requester.named("trust:none")).isEmpty();
    assertThat(Requester.named("somebody")).isEmpty();
    Principal peer = Principal.parse("peer:" + "B".repeat(43));
    assertThat(Requester.of(peer, "b", Set.of("friend")).isUnknown()).isTrue();
    Requester person =
        new Requester(
            peer, Requester.Kind.PEER, "b", Optional.of("p1"), false, Optional.empty(), Set.of());
    assertThat(person.isUnknown()).isFalse();
    assertThat(person.countedAs()).isEqualTo("person:p1");
    assertThat(Requester.of(Principal.parse("person:00000000000000a1"), "b", Set.of()).kind())
        .isEqualTo(Requester.Kind.PERSON);
    assertThat(Requester.of(Principal.agent("a".repeat(64)), "a", Set.of()).kind())
        .isEqualTo(Requester.Kind.AGENT);
    assertThat(Requester.Kind.WEBHOOK).hasToString("webhook");
  }

  @Test
  void whatIsDelayedIsWrittenAndCarried() {
    AccessDecision late =
        Evaluation.of(
            EvaluationTest.policies(
                """
                - name: noon
                  effect: allow
                  match: { conditions: [ { time: "00:00-24:00" } ] }
                  permissions: { tools: ["task_*"] }
                  modifiers: { delay_response: true }
                """),
            Requester.of(Principal.webhook("ci"), "ci", Set.of("builds-by-night")),
            Circumstances.of("hook", EvaluationTest.NOON),
            List.of());
    Instant until = late.notBefore().orElseThrow();
    assertThat(late.detail().string("not_before")).contains(new Timestamp(until).toString());
    JsonObject limits = late.authority().limits();
    assertThat(limits.integer("not_before_ms")).hasValue(until.toEpochMilli());
    assertThat(limits.members()).as("its tag is no trust").doesNotContainKey("trust");
    JsonObject keyed =
        new AccessDecision(
                late.requester(),
                late.circumstances(),
                true,
                late.reason(),
                late.evaluated(),
                late.matched(),
                late.denied(),
                new AccessDecision.Allowance(
                    late.bounds(),
                    Optional.of("agent:main:work"),
                    late.modifiers(),
                    late.notBefore(),
                    List.of()),
                Optional.empty(),
                0,
                List.of())
            .authority()
            .limits();
    assertThat(keyed.string("session")).contains("agent:main:work");
  }

  @Test
  void onlyPoliciesThatDenyAreNamedAsThoseThatDenied() {
    AccessDecision denied =
        Evaluation.of(
            EvaluationTest.policies(
                """
                - { name: all, effect: allow, permissions: '*' }
                - { name: fired, effect: deny, match: { principal: { agent: boss } } }
                """),
            Requester.of(Principal.agent("b".repeat(64)), "boss", Set.of()),
            Circumstances.of("mcp", EvaluationTest.NOON),
            List.of());
    assertThat(denied.isAllowed()).isFalse();
    assertThat(denied.matched()).extracting(Policy::name).contains("all", "fired");
    assertThat(denied.denied()).containsExactly("fired");
  }
}
