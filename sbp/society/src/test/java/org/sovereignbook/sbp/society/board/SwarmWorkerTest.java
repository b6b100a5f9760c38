package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.testing.TestSociety;

/** A swarm-worker is bound to its task (CORDELIA §1.3), and ends with it (§8.2). */
class SwarmWorkerTest {
  private TestSociety society;

  @BeforeEach
  void make(@TempDir Path folder) {
    society = TestSociety.in(folder);
    register("worker", AgentType.SWARM_WORKER);
    register("other", AgentType.CUSTOM);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private void register(String name, AgentType type) {
    society.ledger().run(tx -> Registration.usual(name, type).register(tx, Caller.owner("test")));
  }

  private Claim claimed(String agent, String title) {
    String id =
        society.owner(
            "task_add",
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.read("[{\"title\": \"" + title + "\"}]"),
                        Worker.of(caller),
                        Optional.empty())
                    .getFirst());
    return society.as(
        agent, "task_claim", (tx, caller) -> Board.in(tx).claim(id, Worker.of(caller)));
  }

  private boolean complete(String agent, Claim claim) {
    return society.as(
        agent,
        "task_complete",
        (tx, caller) ->
            Board.in(tx).complete(claim.task(), OptionalLong.of(claim.fence()), Worker.of(caller)));
  }

  private Agent later(String name) {
    society.clock().advance(Duration.ofMillis(1));
    return society.owner("agent_show", (tx, _) -> Agents.named(tx, name));
  }

  @Test
  void itEndsWithItsTask() {
    assertThat(complete("worker", claimed("worker", "one"))).isTrue();

    Agent worker = later("worker");
    assertThat(worker.status()).isEqualTo(AgentStatus.DEACTIVATED);
    assertThat(worker.statusReason()).isEqualTo("its task is completed");
    assertThatThrownBy(() -> claimed("worker", "two"))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining("worker is deactivated (its task is completed)");
  }

  @Test
  void othersLiveOn() {
    boolean _ = complete("other", claimed("other", "one"));
    assertThat(later("other").status()).isEqualTo(AgentStatus.ACTIVE);
    assertThat(complete("other", claimed("other", "two"))).isTrue();
  }

  @Test
  void theCallThatCompletesItsTaskIsPermittedToItsEnd() {
    Claim claim = claimed("worker", "one");
    Caller still =
        society.as(
            "worker",
            "task_complete",
            (tx, caller) -> {
              boolean _ =
                  Board.in(tx)
                      .complete(claim.task(), OptionalLong.of(claim.fence()), Worker.of(caller));
              return Agents.caller(tx, Optional.of("worker"), Optional.empty());
            });
    assertThat(still.agent().orElseThrow().status()).isEqualTo(AgentStatus.ACTIVE);
  }

  @Test
  void itGoesOnWhileItHoldsAnotherTask() {
    Claim first = claimed("worker", "one");
    Claim second = claimed("worker", "two");
    boolean _ = complete("worker", first);
    assertThat(later("worker").status()).isEqualTo(AgentStatus.ACTIVE);
    boolean _ = complete("worker", second);
    assertThat(later("worker").status()).isEqualTo(AgentStatus.DEACTIVATED);
  }

  @Test
  void itAlsoEndsWhenAReviewerAcceptsItsResult() {
    Claim claim = claimed("worker", "one");
    boolean _ =
        society.as(
            "worker",
            "task_submit",
            (tx, caller) ->
                Board.in(tx)
                    .submit(claim.task(), claim.fence(), "x", List.of("other"), Worker.of(caller)));
    assertThat(later("worker").status()).isEqualTo(AgentStatus.ACTIVE);
    ReviewGate.Verdict _ =
        society.as(
            "other",
            "task_review",
            (tx, caller) -> Board.in(tx).review(claim.task(), 90, "", Worker.of(caller)));
    assertThat(later("worker").status()).isEqualTo(AgentStatus.DEACTIVATED);
  }

  @Test
  void onceReactivatedItTakesOneMoreTask() {
    boolean _ = complete("worker", claimed("worker", "one"));
    Agent ended = later("worker");
    society.ledger().run(tx -> Lifecycle.reactivate(tx, Caller.owner("test"), ended, "one more"));
    society.clock().advance(Duration.ofDays(1));
    Claim again = claimed("worker", "two");
    assertThat(later("worker").status()).isEqualTo(AgentStatus.ACTIVE);
    boolean _ = complete("worker", again);
    assertThat(later("worker").status()).isEqualTo(AgentStatus.DEACTIVATED);
  }

  @Test
  void whatItGivesUpDoesNotEndIt() {
    Claim claim = claimed("worker", "one");
    boolean _ =
        society.as(
            "worker",
            "task_fail",
            (tx, caller) -> {
              Board.in(tx)
                  .fail(claim.task(), OptionalLong.of(claim.fence()), "no", Worker.of(caller));
              return true;
            });
    assertThat(later("worker").status()).isEqualTo(AgentStatus.ACTIVE);
  }
}
