package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.testing.TestSociety;

class LifecycleTest {
  /** What the owner can do to an agent, and where it leads. */
  private enum Step {
    ACTIVATE(AgentStatus.ACTIVE),
    SUSPEND(AgentStatus.SUSPENDED),
    DEACTIVATE(AgentStatus.DEACTIVATED),
    REACTIVATE(AgentStatus.ACTIVE),
    REMOVE(AgentStatus.REMOVED);

    private final AgentStatus to;

    Step(AgentStatus to) {
      this.to = to;
    }

    Agent take(TestSociety society, Agent agent) {
      return society.owner(
          "agent_" + this,
          (tx, caller) ->
              switch (this) {
                case ACTIVATE -> Lifecycle.activate(tx, caller, agent, "t");
                case SUSPEND -> Lifecycle.suspend(tx, caller, agent, "t");
                case DEACTIVATE -> Lifecycle.deactivate(tx, caller, agent, "t");
                case REACTIVATE -> Lifecycle.reactivate(tx, caller, agent, "t");
                case REMOVE -> Lifecycle.remove(tx, caller, agent, true, "t");
              });
    }
  }

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Agent register(String name, Capabilities capabilities) {
    return society
        .owner(
            "agent_register",
            (tx, caller) ->
                new Registration(
                        name,
                        AgentType.CUSTOM,
                        Optional.empty(),
                        Optional.of(capabilities),
                        AgentReach.NODE,
                        AgentReach.NODE,
                        Optional.empty())
                    .register(tx, caller))
        .agent();
  }

  private Agent in(AgentStatus status) {
    Agent agent = register("coder", TestSociety.tools("*"));
    return switch (status) {
      case REGISTERED -> agent;
      case ACTIVE -> Step.ACTIVATE.take(society, agent);
      case SUSPENDED -> Step.SUSPEND.take(society, Step.ACTIVATE.take(society, agent));
      case DEACTIVATED -> Step.DEACTIVATE.take(society, agent);
      case REMOVED -> Step.REMOVE.take(society, Step.DEACTIVATE.take(society, agent));
    };
  }

  @ParameterizedTest
  @EnumSource(AgentStatus.class)
  void onlyTheTransitionsOfTheSeedHappen(AgentStatus from) {
    for (Step step : EnumSet.allOf(Step.class)) {
      Agent agent = in(from);
      boolean named =
          step == Step.REACTIVATE
              ? from == AgentStatus.DEACTIVATED
              : from.mayBecome(step.to)
                  && !(step == Step.ACTIVATE && from == AgentStatus.DEACTIVATED);
      if (named) {
        assertThat(step.take(society, agent).status()).isEqualTo(step.to);
      } else {
        assertThatThrownBy(() -> step.take(society, agent))
            .isInstanceOfSatisfying(
                SocietyException.class, e -> assertThat(e.code()).isEqualTo("invalid_transition"))
            .hasMessageContaining("coder is " + from);
      }
      bury();
    }
  }

  /** So that the name is free. */
  private void bury() {
    society
        .ledger()
        .run(tx -> tx.update("UPDATE agent SET living_name = NULL WHERE name = 'coder'"));
  }

  @Test
  void itsFirstOperationMakesARegisteredAgentActive() {
    Agent agent = register("coder", TestSociety.tools("x"));
    assertThat(agent.status()).isEqualTo(AgentStatus.REGISTERED);
    assertThat(agent.epoch()).isZero();

    society.as("coder", "x", (tx, caller) -> 1);

    assertThat(society.now("coder").status()).isEqualTo(AgentStatus.ACTIVE);
    assertThat(society.now("coder").epoch()).isEqualTo(1);
  }

  @Test
  void aRefusedFirstOperationIsNone() {
    register("coder", TestSociety.tools("x"));
    assertThatThrownBy(() -> society.as("coder", "y", (tx, caller) -> 1))
        .isInstanceOf(CapabilityDenied.class);
    assertThat(society.now("coder").status()).isEqualTo(AgentStatus.REGISTERED);
  }

  @Test
  void timeToLiveCountsFromRegistration() {
    register(
        "coder", new Capabilities(MemoryScope.NONE, MemoryScope.NONE, Globs.ALL, 1, 60, false));
    society.clock().advance(Duration.ofSeconds(59));
    society.as("coder", "x", (tx, caller) -> 1);
    society.clock().advance(Duration.ofSeconds(1));

    assertThatThrownBy(() -> society.as("coder", "x", (tx, caller) -> 1))
        .hasMessage("coder is deactivated (its time to live is over)");
  }

  @Test
  void fiveErrorsWithinAMinuteSuspendForFiveMinutes() {
    society.agent("coder", TestSociety.tools("x"));
    for (int i = 0; i < 4; i++) {
      fails("coder");
      society.clock().advance(Duration.ofSeconds(16));
    }
    fails("coder");
    society.as("coder", "x", (tx, caller) -> 1);
    fails("coder");
    denied("coder", "x", "coder is suspended (5 errors (tasks given up) within 60 s)");

    society.clock().advance(Duration.ofSeconds(299));
    denied("coder", "x", "coder is suspended");
    society.clock().advance(Duration.ofSeconds(1));
    society.as("coder", "x", (tx, caller) -> 1);
    assertThat(society.now("coder").epoch()).as("the same incarnation goes on").isEqualTo(1);
  }

  private void fails(String agent) {
    society.ledger().run(tx -> Lifecycle.failed(tx, society.now(agent).id(), "tasks given up"));
  }

  @Test
  void callsThatAreRefusedSuspendNobody() {
    society.agent("coder", TestSociety.tools("x", "task_*"));
    for (int i = 0; i < 50; i++) {
      denied("coder", "y", "coder has no tool y");
    }
    for (String tool : List.of("x", "task_renew", "task_release", "task_submit")) {
      assertThat(society.<Integer>as("coder", tool, (tx, caller) -> 1)).isEqualTo(1);
    }
    assertThat(society.now("coder").status()).isEqualTo(AgentStatus.ACTIVE);
  }

  private void denied(String agent, String tool, String message) {
    assertThatThrownBy(() -> society.as(agent, tool, (tx, caller) -> 1))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatTheOwnerSuspendsTimeDoesNotActivate() {
    Step.SUSPEND.take(society, society.agent("coder"));
    society.clock().advance(Duration.ofDays(30));
    denied("coder", "task_claim", "coder is suspended");
  }

  @Test
  void withinItsGracePeriodADeactivatedAgentComesBackAndThenNoMore() {
    Step.DEACTIVATE.take(society, society.agent("coder"));
    society.clock().advance(Duration.ofDays(7).minusSeconds(1));
    Agent back = Step.REACTIVATE.take(society, society.now("coder"));
    assertThat(back.epoch()).as("another incarnation").isEqualTo(2);

    Step.DEACTIVATE.take(society, back);
    society.clock().advance(Duration.ofDays(7));
    assertThatThrownBy(() -> society.as("coder", "task_claim", (tx, caller) -> 1))
        .hasMessageContaining("no agent is called \"coder\"");
    Agent removed = society.ledger().read(tx -> Agents.find(tx, back.id())).orElseThrow();
    assertThat(removed.status()).isEqualTo(AgentStatus.REMOVED);
    assertThatThrownBy(() -> society.ledger().read(tx -> Agents.keys(tx, removed)))
        .hasMessageContaining("its key with it");
  }

  @Test
  void removalWaitsForTheGracePeriodUnlessItIsToBeNow() {
    Agent agent = Step.DEACTIVATE.take(society, society.agent("coder"));
    assertThatThrownBy(
            () ->
                society.owner(
                    "agent_remove",
                    (tx, caller) -> Lifecycle.remove(tx, caller, agent, false, "t")))
        .hasMessageContaining("cannot be removed before its grace period is over");
    assertThat(Step.REMOVE.take(society, agent).status()).isEqualTo(AgentStatus.REMOVED);
  }

  @Test
  void aNameIsFreeAgainAndTheHistoryStays() {
    Agent first = society.agent("coder");
    Step.REMOVE.take(society, Step.DEACTIVATE.take(society, first));
    Agent second = society.agent("coder");

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(events(first))
        .containsExactly(
            "agent.registered",
            "agent.status_changed registered > active",
            "agent.status_changed active > deactivated",
            "agent.status_changed deactivated > removed");
    List<String> archive =
        society
            .ledger()
            .read(
                tx ->
                    tx.list(
                        "SELECT c.text FROM memory_item i JOIN content c ON c.id = i.body_id"
                            + " WHERE i.author = ? AND i.type = 'session' AND i.domain = 'value'",
                        row -> row.text(1),
                        first.principal().text()));
    assertThat(archive)
        .singleElement()
        .asString()
        .contains("\"focus\":\"Agent coder final state\"", "agent.registered: 1");
  }

  private List<String> events(Agent agent) {
    List<String> ids =
        society
            .ledger()
            .read(
                tx ->
                    tx.list(
                        "SELECT e.id FROM event e JOIN event_subject s ON s.event_id = e.id"
                            + " WHERE s.subject = ? ORDER BY e.seq",
                        row -> row.text(1),
                        agent.id().hex()));
    return ids.stream()
        .map(id -> society.ledger().<Optional<StoredEvent>>read(tx -> tx.event(id)).orElseThrow())
        .map(
            event ->
                event.kind()
                    + event
                        .metadata()
                        .string("new_status")
                        .map(
                            to ->
                                " " + event.metadata().string("old_status").orElse("") + " > " + to)
                        .orElse(""))
        .toList();
  }

  @Test
  void aParentsRemovalEndsItsChildren() {
    Agent lead = society.agent("lead", TestSociety.tools("*"));
    society.child(Optional.of("lead"), "coder", TestSociety.tools("x"));
    Step.REMOVE.take(society, Step.DEACTIVATE.take(society, lead));

    assertThat(society.now("coder").status()).isEqualTo(AgentStatus.DEACTIVATED);
    assertThat(society.now("coder").statusReason()).isEqualTo("its parent is removed");
  }

  private Agent declare(String name, Capabilities capabilities) {
    return society.owner(
        "agent_capabilities",
        (tx, caller) -> Roster.declare(tx, caller, Agents.named(tx, name), capabilities));
  }

  private static Capabilities living(long seconds, String... tools) {
    return new Capabilities(MemoryScope.NONE, MemoryScope.NONE, Globs.of(tools), 5, seconds, false);
  }

  @Test
  void otherCapabilitiesDoNotEndACoolDownOrMakeItEndless() {
    society.agent("coder", TestSociety.tools("x"));
    for (int i = 0; i < 5; i++) {
      fails("coder");
    }
    declare("coder", TestSociety.tools("x", "z"));
    denied("coder", "x", "coder is suspended");

    society.clock().advance(Duration.ofMinutes(5));
    society.as("coder", "x", (tx, caller) -> 1);
  }

  @Test
  void otherToolsDoNotEndTheLifeThatAReactivationGave() {
    register("coder", living(60, "x"));
    society.as("coder", "x", (tx, caller) -> 1);
    society.clock().advance(Duration.ofSeconds(60));
    denied("coder", "x", "its time to live is over");
    Step.REACTIVATE.take(society, society.now("coder"));

    declare("coder", living(60, "x", "y"));

    society.as("coder", "y", (tx, caller) -> 1);
    society.clock().advance(Duration.ofSeconds(60));
    denied("coder", "y", "its time to live is over");
  }

  @Test
  void whoseTimeIsOverDoesNothingHoweverManyEndWithIt() {
    for (int i = 0; i < 120; i++) {
      register("a" + i, living(60, "x"));
    }
    society.clock().advance(Duration.ofSeconds(60));

    denied("a119", "x", "its time to live is over");
  }

  @Test
  void noParentsEndLetsAChildThatRestsGoOn() {
    register("lead", living(60, "*"));
    society.as("lead", "x", (tx, caller) -> 1);
    society.child(Optional.of("lead"), "coder", living(60, "x"));
    Step.DEACTIVATE.take(society, society.now("lead"));
    society.ledger().run(tx -> tx.update("UPDATE agent SET due_ms = ends_ms"));
    society.clock().advance(Duration.ofSeconds(60));

    assertThatThrownBy(() -> society.as("coder", "x", (tx, caller) -> 1))
        .isInstanceOf(CapabilityDenied.class);
    assertThat(events(society.now("coder")))
        .containsOnlyOnce("agent.status_changed active > deactivated");
  }
}
