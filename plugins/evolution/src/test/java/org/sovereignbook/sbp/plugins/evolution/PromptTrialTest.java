package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;

/** Changed prompts of a bad worker, on past tasks and on those that follow. */
class PromptTrialTest {
  @TempDir private Path folder;
  private EvolvingTeam team;

  @BeforeEach
  void open() throws Exception {
    team = EvolvingTeam.in(folder);
  }

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void aBadWorkersPromptIsTriedOnPastTasksAndAdopted() throws Exception {
    team.past(50);
    team.failing(1000, 2);
    assertThat(team.change().path()).isEqualTo(EvolutionChange.Path.PROMPT);
    Files.createDirectories(folder.resolve("skills/agent_overrides"));
    Files.writeString(folder.resolve("skills/agent_overrides/builder.md"), "Mine.\n");

    assertThat(team.steps()).contains("waits for tasks of builder");

    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.LIVE);
    assertThat(team.override()).startsWith("Mine.\n").contains("[b1] " + EvolvingTeam.GOOD);
    assertThat(team.trail())
        .containsSubsequence("diagnosed", "begun", "proposed", "trial", "live", "written");
    assertThat(team.asked).allMatch(request -> request.mode() == LlmRequest.Mode.ANSWER);
    assertThat(team.ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(team.change())))
        .as("no task twice, none that the author saw")
        .extracting(TrialPair::task)
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(team.change().content().seen());

    EvolutionChange adopted = team.change();
    team.ledger.run(
        tx -> {
          var _ = Evolution.in(tx).rollBack(adopted, "by the owner");
        });
    team.work().write(team.files.read());
    assertThat(team.override()).isEqualTo("Mine.\n");
  }

  @Test
  void reviewersJudgeBlindAndInRandomOrder() throws Exception {
    team.past(50);
    team.failing(1000, 2);
    team.steps();

    assertThat(team.comparisons()).hasSize(40 + 5);
    assertThat(team.comparisons())
        .as("neither the agent nor the bullets are shown")
        .noneMatch(
            request ->
                request.inputs().stream()
                    .anyMatch(
                        input ->
                            input.text().contains("builder")
                                || input.text().contains(EvolvingTeam.GOOD)
                                || input.text().contains("evolution")));
    assertThat(team.comparisons())
        .as("both orders")
        .anyMatch(
            request ->
                EvolvingTeam.score(request, "result-a.md")
                    > EvolvingTeam.score(request, "result-b.md"))
        .anyMatch(
            request ->
                EvolvingTeam.score(request, "result-a.md")
                    < EvolvingTeam.score(request, "result-b.md"));
  }

  @Test
  void aPromptThatIsNotBetterIsRefutedAndNothingIsWritten() throws Exception {
    team.bullet = EvolvingTeam.USELESS;
    team.past(50);
    team.failing(1000, 2);

    assertThat(team.steps()).contains("the change is refuted");

    assertThat(team.change().content().note()).startsWith("held_out: +0.0 points on 20 tasks");
    assertThat(team.comparisons()).as("the confirmation is saved").hasSize(20);
    assertThat(team.override()).isEmpty();
  }

  @Test
  void aComparisonThatCannotBeReadIsNoReviewAndEndsATrial() throws Exception {
    team.judgesRave = true;
    team.past(50);
    team.failing(1000, 2);

    assertThat(team.steps()).contains("the change is refuted");

    assertThat(team.ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(team.change())))
        .filteredOn(pair -> pair.judgedAt().isPresent())
        .hasSize(20)
        .allMatch(pair -> pair.reviews() == 0);
    assertThat(team.comparisons()).as("each is asked for once more").hasSize(40);
    assertThat(team.override()).isEmpty();
  }

  @Test
  void theCostIsShownBeforeATrialAndBeforeALiveTest() throws Exception {
    team.past(12);
    team.failing(1000, 2);
    team.steps();
    assertThat(team.plan()).endsWith("42 are needed; the live test, at most 60 calls");
    team.past(50);
    assertThat(team.plan())
        .isEqualTo(
            "a trial on 45 past tasks, at most 135 calls of models; the live test, at most 60"
                + " calls");
  }

  @Test
  void withTooFewPastTasksTheOwnerDecidesAndThenTheLiveTest() throws Exception {
    team.past(12);
    team.failing(1000, 2);

    assertThat(team.steps())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .isEqualTo(
                        "not enough evidence: 12 past tasks of this role can be tried again, 42 are"
                            + " needed"));
    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.PROPOSED);
    assertThat(team.override()).isEmpty();

    team.approve();
    assertThat(team.steps()).contains("waits for tasks of builder");
    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.LIVE);
    team.node.clock().advance(Duration.ofMinutes(1));
    team.failing(2000, 20);
    assertThat(team.steps()).contains("the change is kept");
    assertThat(team.comparisons()).hasSize(20);
    assertThat(team.override()).contains(EvolvingTeam.GOOD);
  }

  @Test
  void aChangeThatDoesNotHelpOnLiveTasksIsTakenBackByItself() throws Exception {
    team.bullet = EvolvingTeam.USELESS;
    team.past(3);
    team.failing(1000, 2);
    team.steps();
    team.approve();
    team.steps();
    assertThat(team.override()).contains(EvolvingTeam.USELESS);

    team.node.clock().advance(Duration.ofMinutes(1));
    team.failing(2000, 20);
    assertThat(team.steps()).contains("the change is rolled_back");

    assertThat(team.override()).doesNotContain(EvolvingTeam.USELESS);
    assertThat(team.ledger.<Integer>read(tx -> Evolution.in(tx).version(team.builder()))).isZero();
  }

  @Test
  void aBulletThatCopiesATaskIsAskedForOnceMoreAndThenRefused() {
    team.bullet = "Of wall 7: build wall number 7 well.";
    team.past(50);
    team.failing(1000, 2);

    assertThatThrownBy(team::steps)
        .isInstanceOf(LlmException.class)
        .hasMessageContaining("a bullet copies the words 'wall 7 build wall number");
    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.DRAFTING);
  }

  @Test
  void atLevelZeroNothingIsTriedBeforeTheOwnerAgrees() throws Exception {
    team.configure(", autonomy_level: 0");
    team.past(50);
    team.failing(1000, 2);

    assertThat(team.steps()).contains("waits for you");
    assertThat(team.comparisons()).isEmpty();
    team.approve();
    assertThat(team.steps()).contains("waits for tasks of builder");
    assertThat(team.comparisons()).hasSize(45);
  }

  @Test
  void aTaskOfATrialThatIsForgottenMeanwhileCountsAsNoDifference() throws Exception {
    team.past(50);
    team.failing(1000, 2);
    stepsUntilTrial();
    String forgotten =
        team.ledger
            .<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(team.change()))
            .getFirst()
            .task();
    team.ledger.run(
        tx -> tx.update("UPDATE evolution_pair SET task = 'forgotten' WHERE task = ?", forgotten));

    assertThat(team.steps()).contains("waits for tasks of builder");

    assertThat(team.ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(team.change())))
        .filteredOn(pair -> pair.task().equals("forgotten"))
        .singleElement()
        .satisfies(pair -> assertThat(pair.newScore()).isEqualTo(pair.oldScore()));
  }

  private void stepsUntilTrial() throws Exception {
    while (team.change().state() != EvolutionChange.State.TRIAL) {
      assertThat(team.work().step(team.files.read(), team.change().id())).isEmpty();
    }
  }
}
