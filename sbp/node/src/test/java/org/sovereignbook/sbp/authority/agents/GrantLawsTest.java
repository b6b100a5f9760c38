package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestOwner;
import org.sovereignbook.sbp.testing.TestSociety;

/** What holds of every grant and approval, wherever a process dies (docs/access.md). */
class GrantLawsTest {
  private static final String DENIED =
      """
      - { name: all, effect: allow, permissions: "*" }
      - { name: not-here, match: { principal: { agent: coder } }, effect: deny }
      """;

  @TempDir Path folder;
  private TestSociety society;
  private TestOwner owner;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder.resolve("node"));
    owner = new TestOwner(society);
    society.agent("coder", TestSociety.tools("task_*"));
  }

  @AfterEach
  void close() {
    society.close();
  }

  private boolean may(String tool) {
    try {
      return society.<Boolean>as("coder", tool, (_, _) -> true);
    } catch (CapabilityDenied e) {
      return false;
    }
  }

  private String give(Globs tools, Optional<String> channel, Optional<Duration> time) {
    Grants.What every = Grants.What.tools(tools);
    Grants.What what = channel.map(every::by).orElse(every);
    Grants.To to = Grants.To.principal(society.now("coder").principal());
    return owner.give(to, what, time).id();
  }

  @Test
  void noGrantHoweverWideLiftsAPolicyThatDenies() {
    owner.policies(DENIED);
    for (Globs tools : List.of(Globs.of("post"), Globs.of("po*"), Globs.ALL)) {
      for (Optional<String> channel :
          List.of(Optional.<String>empty(), Optional.of("command"), Optional.of("mcp"))) {
        for (Optional<Duration> time :
            List.of(Optional.<Duration>empty(), Optional.of(Grants.A_DAY))) {
          String _ = give(tools, channel, time);
          assertThat(may("post")).as("%s by %s for %s", tools, channel, time).isFalse();
        }
      }
    }
    assertThat(may("task_list")).as("what its capabilities gave it").isFalse();
  }

  @Test
  void aGrantEndsAtItsMomentAndGivesItsToolsOnly() {
    String _ = give(Globs.of("post", "bus_*"), Optional.of("command"), Optional.of(Grants.A_DAY));
    assertThat(may("post")).isTrue();
    assertThat(may("bus_put")).isTrue();
    for (String other : List.of("posting", "pos", "bus", "mail_send", "agent_list", "POST")) {
      assertThat(may(other)).as(other).isFalse();
    }
    society.clock().advance(Grants.A_DAY.minusMillis(1));
    assertThat(may("post")).isTrue();
    society.clock().advance(Duration.ofMillis(1));
    assertThat(may("post")).isFalse();
    society.clock().advance(Duration.ofHours(-1));
    assertThat(may("post")).as("what is over stays over").isFalse();
    assertThat(may("task_list")).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void whereverAProcessDiesAnApprovedCallRunsExactlyOnce(CrashPoint.Moment moment) {
    int at = 0;
    while (runs(at, moment)) {
      at++;
    }
    assertThat(at).as("commits from the refusal to the second run").isGreaterThanOrEqualTo(4);
  }

  /** Whether there was such a commit. */
  private boolean runs(int at, CrashPoint.Moment moment) {
    try (TestSociety one = TestSociety.in(folder.resolve(moment + "-" + at));
        Database database = new SqliteLedgerProvider().open(one.node().node())) {
      one.agent("coder", TestSociety.tools("task_*"));
      CrashingDatabase crashing = new CrashingDatabase(database, CrashPoint.of(at, moment));
      Ledger mortal = Ledger.open(one.node().node(), crashing);
      for (Step step :
          List.<Step>of(GrantLawsTest::ask, GrantLawsTest::answer, GrantLawsTest::run)) {
        try {
          step.take(crashing.point().isReached() ? one.ledger() : mortal);
        } catch (SimulatedCrash e) {
          step.take(one.ledger());
        }
      }
      // Whoever looks after all is done finds nothing to do.
      run(one.ledger());
      String where = moment + " commit " + at;
      assertThat(count(one, "SELECT COUNT(*) FROM task")).as(where).isEqualTo(1);
      assertThat(count(one, "SELECT COUNT(*) FROM access_request")).as(where).isEqualTo(1);
      for (String step : List.of("requested", "approved", "rerun")) {
        assertThat(count(one, "SELECT COUNT(*) FROM audit WHERE decision = '" + step + "'"))
            .as(where + ": " + step)
            .isEqualTo(1);
      }
      assertThat(AuditCheck.run(one.ledger(), List.of()).findings()).as(where).isEmpty();
      return crashing.point().isReached();
    }
  }

  /** What somebody does again whose process has died. */
  @FunctionalInterface
  private interface Step {
    void take(Ledger ledger);
  }

  private static void call(Ledger ledger) {
    ToolCall call =
        new ToolCall(
            "mail_send",
            JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of("a"))).build(),
            "mcp",
            Optional.of("coder"),
            Optional.empty());
    List<String> _ =
        Permissions.run(
            ledger,
            call,
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("the effect"))),
                        Worker.of(caller),
                        Optional.empty()));
  }

  private static void ask(Ledger ledger) {
    try {
      call(ledger);
    } catch (CapabilityDenied e) {
      return;
    }
    throw new AssertionError("nobody has allowed it");
  }

  private static void answer(Ledger ledger) {
    List<AccessRequest> pending = TestOwner.pending(ledger);
    for (AccessRequest one : pending) {
      var _ = TestOwner.answer(ledger, one.id(), AccessRequests.Answer.ONCE);
    }
  }

  /** As approved calls are run again: what is due, and then it is said that it was tried. */
  private static void run(Ledger ledger) {
    List<AccessRequest> due = ledger.<List<AccessRequest>>read(tx -> new RequestedCalls(tx).due());
    for (AccessRequest one : due) {
      call(ledger);
      ledger.run(tx -> new RequestedCalls(tx).ran(one, "done"));
    }
  }

  private static long count(TestSociety one, String query) {
    return one.ledger()
        .<Optional<Long>>read(tx -> tx.first(query, row -> row.number(1)))
        .orElseThrow();
  }

  @Test
  void whatIsApprovedForATimeForAPeersTaskHoldsForWhatIsUnderWayAndIsListed() {
    society.agent("worker", Capabilities.ofTools(Globs.ALL));
    Principal peer = TestOwner.PEER;
    Ledger ledger = society.ledger().knowing(_ -> Optional.of(TrustState.KNOWN));
    List<String> ids =
        society.owner(
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("for a peer"))),
                        Worker.of(caller)
                            .onBehalfOf(TestOwner.causedByPeer(tx, TrustState.KNOWN, "offer")),
                        Optional.empty()));
    society.as(
        "worker",
        "task_claim",
        (tx, caller) -> Board.in(tx).claim(ids.getFirst(), Worker.of(caller)));
    ToolCall post =
        new ToolCall(
            "post",
            JsonObject.builder().put(ToolCall.WORDS, JsonArray.ofStrings(List.of("post"))).build(),
            "command",
            Optional.of("worker"),
            Optional.empty());
    assertThatThrownBy(() -> Permissions.run(ledger, post, (_, _) -> true))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining("may not cause post");
    AccessRequest request = TestOwner.pending(ledger).getFirst();
    assertThat(request.to()).isEqualTo(peer);
    AccessRequest answered = TestOwner.answer(ledger, request.id(), AccessRequests.Answer.DAY);

    assertThat(Permissions.<Boolean>run(ledger, post, (_, _) -> true)).isTrue();
    assertThat(Permissions.<Boolean>run(ledger, post, (_, _) -> true)).isTrue();
    Grants.Given grant =
        ledger
            .<Optional<Grants.Given>>read(tx -> new Grants(tx).find(answered.grant().orElseThrow()))
            .orElseThrow();
    assertThat(grant.uses()).isEqualTo(2);
    assertThat(grant.what().channel()).as("the channel of the peer").contains("offer");
    society.clock().advance(Grants.A_DAY);
    assertThatThrownBy(() -> Permissions.run(ledger, post, (_, _) -> true))
        .isInstanceOf(CapabilityDenied.class);
  }

  @Test
  void aGrantForASessionHoldsThereOnly() {
    owner.policies(
        """
        - { name: all, effect: allow, permissions: "*" }
        - name: ceiling
          match: { principal: { agent: coder } }
          effect: allow
          permissions: { tools: { allow: ["task_*"], deny: "*" } }
          session: { persona: atlas, key: "night" }
        """);
    Principal coder = society.now("coder").principal();
    for (String session : List.of("agent:atlas:day", "agent:atlas:night")) {
      Grants.What what =
          new Grants.What(
              Globs.of("post"),
              Globs.NONE,
              Optional.empty(),
              Optional.empty(),
              Optional.of(session));
      owner.give(coder, what);
      assertThat(may("post")).as(session).isEqualTo(session.endsWith("night"));
    }
  }

  @Test
  void aGrantForADoorHoldsThereOnly() {
    String _ = give(Globs.of("post"), Optional.of("mcp"), Optional.empty());
    assertThat(may("post")).isFalse();
    String _ = give(Globs.of("post"), Optional.of("command"), Optional.empty());
    assertThat(may("post")).isTrue();
  }

  @Test
  void whatAGrantGaveToWhatIsUnderWayEndsWithIt() {
    Principal peer = TestOwner.PEER;
    Ledger ledger = society.ledger().knowing(_ -> Optional.of(TrustState.KNOWN));
    Grants.Given given =
        ledger.write(
            tx ->
                new Grants(tx)
                    .give(
                        TestOwner.AUTHORITY,
                        Grants.To.principal(peer),
                        Grants.What.tool("post"),
                        Optional.empty(),
                        Optional.empty()));
    Authority cause =
        ledger.<Authority>read(tx -> TestOwner.causedByPeer(tx, TrustState.KNOWN, "offer"));
    assertThat(ledger.<Boolean>read(tx -> Access.permits(tx, cause, "post"))).isTrue();
    owner.revoke(given.id());
    assertThat(ledger.<Boolean>read(tx -> Access.permits(tx, cause, "post"))).isFalse();
    assertThat(ledger.<Boolean>read(tx -> Access.permits(tx, cause, "mail_send"))).isTrue();
  }

  private static Authority caused(Ledger ledger, TrustState trust) {
    return ledger.<Authority>read(tx -> TestOwner.causedByPeer(tx, trust, "offer"));
  }

  @Test
  void whoLosesTrustMayCauseWhatItIsTrustedWithTodayAlsoThroughOthers() {
    owner.policies(
        """
        - { name: more, match: { principal: { tags: "trust:endorsed" } }, effect: allow, permissions: { tools: [mail_send, post] } }
        - { name: less, match: { principal: { tags: "trust:known" } }, effect: allow, permissions: { tools: [mail_send] } }
        """);
    Authority own = caused(society.ledger(), TrustState.ENDORSED);
    Authority others =
        society.ledger().read(tx -> Access.within(tx, Authority.SYSTEM, List.of(own)));
    for (Authority cause : List.of(own, others)) {
      for (TrustState now : List.of(TrustState.ENDORSED, TrustState.KNOWN, TrustState.BLOCKED)) {
        Ledger today = society.ledger().knowing(_ -> Optional.of(now));
        assertThat(today.<Boolean>read(tx -> Access.permits(tx, cause, "post")))
            .as("post, %s", now)
            .isEqualTo(now == TrustState.ENDORSED);
        assertThat(today.<Boolean>read(tx -> Access.permits(tx, cause, "mail_send")))
            .as("mail, %s", now)
            .isEqualTo(now != TrustState.BLOCKED);
      }
    }
  }

  @Test
  void whatIsUnderWayIsLiftedByTheAnswerToItsRequestAloneAndNeverAgainstADeny() {
    String known =
        "- { name: known, match: { principal: { peer: true } }, effect: allow,"
            + " permissions: { tools: [mail_send] } }\n";
    owner.policies(known);
    Ledger ledger = society.ledger().knowing(_ -> Optional.of(TrustState.KNOWN));
    Authority cause = caused(ledger, TrustState.KNOWN);
    for (Optional<String> request : List.of(Optional.<String>empty(), Optional.of("asked"))) {
      ledger.run(
          tx ->
              new Grants(tx)
                  .give(
                      TestOwner.AUTHORITY,
                      Grants.To.principal(cause.principal()),
                      Grants.What.tool("post"),
                      Optional.empty(),
                      request));
      assertThat(ledger.<Boolean>read(tx -> Access.permits(tx, cause, "post")))
          .isEqualTo(request.isPresent());
    }
    owner.policies(known + "- { name: no, match: { principal: { peer: true } }, effect: deny }\n");
    assertThat(ledger.<Boolean>read(tx -> Access.permits(tx, cause, "post"))).isFalse();
  }

  @Test
  void whoIsBlockedSinceCausesNotEvenWhatItsRequestWasAnsweredWith() {
    owner.policies(
        "- { name: known, match: { principal: { peer: true } }, effect: allow,"
            + " permissions: { tools: [mail_send] } }\n");
    Authority cause = caused(society.ledger(), TrustState.KNOWN);
    owner.give(
        Grants.To.principal(cause.principal()),
        Grants.What.tool("post"),
        Optional.empty(),
        Optional.of("asked"));
    Authority others =
        society.ledger().read(tx -> Access.within(tx, Authority.SYSTEM, List.of(cause)));
    for (Authority each : List.of(cause, others)) {
      for (String tool : List.of("post", "mail_send")) {
        Optional<String> refusal =
            society
                .ledger()
                .knowing(_ -> Optional.of(TrustState.BLOCKED))
                .read(tx -> Access.refusal(tx, each, tool));
        assertThat(refusal.orElse("")).as(tool).endsWith("is blocked");
      }
    }
  }

  private Grants.Given give(Grants.To to, Optional<Duration> time) {
    return owner.give(to, Grants.What.tool("bus_put"), time);
  }

  private boolean mayPut(Principal principal) {
    return society
        .ledger()
        .<Boolean>read(tx -> Access.decide(tx, principal, "command").permits("bus_put"));
  }

  @Test
  void aGrantToARelationshipOrATagReachesNobodyElse() {
    owner.policies("- { name: few, effect: allow, permissions: { tools: [task_list] } }\n");
    Principal helper = society.now("coder").principal();
    Principal friend = society.agent("writer", TestSociety.tools("task_*")).principal();
    Principal nobody = society.agent("stray", TestSociety.tools("task_*")).principal();
    society
        .ledger()
        .run(
            tx -> {
              EntityTable table = new EntityTable(tx);
              for (Principal each : List.of(helper, friend)) {
                String word = each.equals(helper) ? "helper" : "friend";
                EntityTable.Entity entity =
                    table.add(
                        EntityTable.Type.AGENT,
                        "the-" + word,
                        Optional.of(word),
                        TestOwner.AUTHORITY);
                table.identify(
                    entity,
                    new EntityTable.Identity(Entities.AGENT, each.agentId().orElseThrow()),
                    TestOwner.AUTHORITY);
                table.tag(entity, "tag-" + word, true, TestOwner.AUTHORITY);
              }
            });
    Optional<String> none = Optional.empty();
    for (Grants.To to :
        List.of(
            new Grants.To(Optional.empty(), Optional.of("helper"), none),
            new Grants.To(Optional.empty(), none, Optional.of("tag-helper")),
            Grants.To.principal(helper))) {
      Grants.Given given = give(to, Optional.empty());
      assertThat(List.of(mayPut(helper), mayPut(friend), mayPut(nobody)))
          .as(to.toString())
          .containsExactly(true, false, false);
      owner.revoke(given.id());
      assertThat(mayPut(helper)).isFalse();
    }
  }

  /** What arrives is decided on by the clock: only calls of agents mark first what has ended. */
  @Test
  void aGrantIsOverAtItsMomentThoughNobodyHasMarkedIt() {
    owner.policies("- { name: few, effect: allow, permissions: { tools: [task_list] } }\n");
    Principal peer = TestOwner.PEER;
    Grants.Given given = give(Grants.To.principal(peer), Optional.of(Duration.ofMinutes(1)));
    Authority cause =
        society.ledger().<Authority>read(tx -> Access.decide(tx, peer, "offer").authority());
    for (boolean isOver : List.of(false, true)) {
      assertThat(mayPut(peer)).isEqualTo(!isOver);
      assertThat(society.ledger().<Boolean>read(tx -> Access.permits(tx, cause, "bus_put")))
          .as("what is under way")
          .isEqualTo(!isOver);
      society.clock().advance(Duration.ofMinutes(1));
    }
    Optional<Grants.Given> kept = society.ledger().read(tx -> new Grants(tx).find(given.id()));
    assertThat(kept.flatMap(Grants.Given::endedAt)).isEmpty();
  }

  /** Whoever of the two was granted it: what both may without grants is what is left. */
  @Test
  void whenAGrantEndsNothingIsLeftOfItInWhatTwoCausedTogether() {
    owner.policies("- { name: few, effect: allow, permissions: { tools: [task_list] } }\n");
    Principal coder = society.now("coder").principal();
    Principal peer = TestOwner.PEER;
    for (Principal granted : List.of(coder, peer)) {
      Principal other = granted.equals(coder) ? peer : coder;
      Grants.Given ends = give(Grants.To.principal(granted), Optional.empty());
      owner.policies(
          """
          - { name: few, effect: allow, permissions: { tools: [task_list] } }
          - { name: more, effect: allow, match: { principal: { %s: true } }, permissions: { tools: [bus_put] } }
          """
              .formatted(other.equals(peer) ? "peer" : "agent"));
      Authority both =
          society
              .ledger()
              .<Authority>read(
                  tx ->
                      Access.within(
                          tx,
                          Access.decide(tx, coder, "command").authority(),
                          List.of(Access.decide(tx, peer, "command").authority())));
      for (boolean isOver : List.of(false, true)) {
        boolean may = society.ledger().<Boolean>read(tx -> Access.permits(tx, both, "bus_put"));
        assertThat(may).as("granted to %s, over: %s", granted, isOver).isEqualTo(!isOver);
        if (!isOver) {
          owner.revoke(ends.id());
        }
      }
    }
  }
}
