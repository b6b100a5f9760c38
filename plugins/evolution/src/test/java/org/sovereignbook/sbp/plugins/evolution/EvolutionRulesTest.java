package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.society.reputation.AgentStanding.State;

/** The pure rules of evolution: tests of changes, votes, the block in a prompt, the rhythm. */
class EvolutionRulesTest {
  private static final Instant NOW = Instant.parse("2026-03-17T12:00:00Z");

  private static Bullet bullet(String text) {
    return new Bullet("", text, "a fault", "a change");
  }

  /** How often a change with this true effect passes, in percent, with scores of this spread. */
  private static int accepted(double effect) {
    Random random = new Random(7);
    int passed = 0;
    for (int run = 0; run < 1_000; run++) {
      List<Double> differences = new ArrayList<>();
      for (int i = 0; i < PairedTest.ENOUGH_PAIRS; i++) {
        differences.add(effect + 12 * random.nextGaussian());
      }
      passed += PairedTest.of(differences).isBetter() ? 1 : 0;
    }
    return passed / 10;
  }

  @Test
  void theTestAcceptsAsOftenAsItWasMeasuredTo() {
    assertThat(accepted(-5)).isLessThanOrEqualTo(1);
    assertThat(accepted(0)).isBetween(7, 13);
    assertThat(accepted(5)).isBetween(65, 77);
    assertThat(accepted(10)).isGreaterThan(97);
  }

  @Test
  void fewerThanTwentyPairsProveNothingHoweverGood() {
    assertThat(PairedTest.of(Collections.nCopies(19, 50.0)).isBetter()).isFalse();
    assertThat(PairedTest.of(Collections.nCopies(20, 50.0)).isBetter()).isTrue();
    assertThat(PairedTest.of(List.of()).isWorse()).isFalse();
    assertThat(PairedTest.of(Collections.nCopies(5, -1.0)).isWorse()).isTrue();
  }

  private static List<TrialPair> pairs(TrialPair.Part part, int count, double old, double changed) {
    List<TrialPair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pairs.add(
          new TrialPair(
              "c",
              part,
              i,
              part + "-" + i,
              Optional.of(old),
              Optional.of(changed),
              1,
              Optional.of(NOW)));
    }
    return pairs;
  }

  private static Optional<Boolean> trial(double heldOut, double confirmed, double anchor) {
    List<TrialPair> all = pairs(TrialPair.Part.HELD_OUT, 20, 50, heldOut);
    all.addAll(pairs(TrialPair.Part.CONFIRMATION, 20, 50, confirmed));
    all.addAll(pairs(TrialPair.Part.ANCHOR, 5, 85, anchor));
    return TrialResult.ofTrial(all).map(TrialResult::isBetter);
  }

  @Test
  void aChangeMustBeBetterTwiceAndNoAnchorMayGetWorse() {
    assertThat(trial(60, 60, 85)).contains(true);
    assertThat(trial(50, 60, 85)).contains(false);
    assertThat(trial(60, 50, 85)).contains(false);
    assertThat(trial(60, 60, 80)).as("all anchors a little worse").contains(false);
    assertThat(trial(60, 60, 59)).contains(false);
  }

  @Test
  void aTrialThatCannotSucceedAnyMoreEndsAtOnce() {
    List<TrialPair> all = pairs(TrialPair.Part.HELD_OUT, 20, 50, 50);
    all.add(
        new TrialPair(
            "c",
            TrialPair.Part.CONFIRMATION,
            0,
            "x",
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty()));

    assertThat(TrialResult.ofTrial(all).map(TrialResult::isBetter)).contains(false);
  }

  @Test
  void theLiveTestTakesBackEarlyOnlyWhatIsWorse() {
    assertThat(TrialResult.ofLive(pairs(TrialPair.Part.LIVE, 5, 60, 40)))
        .map(TrialResult::isBetter)
        .contains(false);
    assertThat(TrialResult.ofLive(pairs(TrialPair.Part.LIVE, 19, 40, 60))).isEmpty();
    assertThat(TrialResult.ofLive(pairs(TrialPair.Part.LIVE, 20, 40, 60)))
        .map(TrialResult::isBetter)
        .contains(true);
  }

  @ParameterizedTest
  @CsvSource({
    // eligible, yes, no, over, outcome
    "5, 3, 0, false, kept",
    "5, 2, 0, false, ",
    "5, 2, 1, false, ",
    "5, 3, 2, false, kept",
    "5, 2, 2, false, ",
    "5, 2, 3, false, rejected",
    "5, 0, 3, false, rejected",
    "5, 2, 0, true, expired",
    "6, 2, 1, true, kept",
    "6, 1, 1, true, expired",
    "4, 2, 0, true, kept",
    "1, 1, 0, false, kept",
    "1, 0, 1, false, rejected"
  })
  void sixtyPercentOfTheVotesAndHalfOfTheVotersDecide(
      int eligible, int yes, int no, boolean isOver, String outcome) {
    Optional<String> found =
        new Ballot(eligible, yes, no, 0.6).outcome(isOver).map(EvolutionChange.State::toString);

    assertThat(found).isEqualTo(Optional.ofNullable(outcome));
  }

  @Test
  void theOperatorsTextKeepsEveryCharacter() {
    for (String own : List.of("", "Mine.", "Mine.\n", "# Mine\n\nLine\n\n")) {
      String with = PromptBlock.spliced(own, PromptBlock.with(List.of(), List.of(bullet("A."))));
      assertThat(with).startsWith(own).contains("- [b1] A. (because: a fault; expected: a change)");
      assertThat(PromptBlock.spliced(with, List.of())).isEqualTo(own);
      String edited = with + "More of mine.\n";
      assertThat(PromptBlock.spliced(edited, List.of())).isEqualTo(own + "More of mine.\n");
    }
  }

  @Test
  void bulletsAreBoundedAndTheirIdsNeverUsedAgain() {
    List<Bullet> all = List.of();
    for (int i = 0; i < 20; i++) {
      all = PromptBlock.with(all, List.of(bullet("Rule " + i + ".")));
    }
    assertThat(all).hasSize(PromptBlock.MAX_BULLETS);
    assertThat(all.getLast().id()).isEqualTo("b20");
  }

  @Test
  void aBulletThatCopiesATaskOrLeavesItsBlockIsRefused() {
    List<String> tasks = List.of("Write about the tides\nof the river Douro, with three sources.");

    assertThat(PromptBlock.problem(List.of(bullet("Name three sources.")), tasks)).isEmpty();
    assertThat(PromptBlock.problem(List.of(bullet("Say: tides of the RIVER, Douro!")), tasks))
        .hasValueSatisfying(why -> assertThat(why).contains("tides of the river douro"));
    List<String> chinese = List.of("请写一篇关于杜罗河潮汐的文章，至少三个来源。");
    assertThat(PromptBlock.problem(List.of(bullet("说明三个来源。")), chinese)).isEmpty();
    assertThat(PromptBlock.problem(List.of(bullet("总是写：关于杜罗河潮汐的文章！")), chinese)).isPresent();
    for (String bad : List.of("", "two\nlines", "a <!-- b", "-->", "x".repeat(301))) {
      assertThat(PromptBlock.problem(List.of(bullet(bad)), tasks)).as(bad).isPresent();
    }
    assertThat(PromptBlock.problem(List.of(), tasks)).isPresent();
    assertThat(PromptBlock.problem(Collections.nCopies(4, bullet("A.")), tasks)).isPresent();
  }

  @Test
  void theLeastInvasivePathIsFirst() {
    Diagnosis fails = new Diagnosis(List.of(Diagnosis.Fault.HIGH_FAILURE_RATE), 9, 0.5);
    assertThat(fails.path(0, 0)).contains(EvolutionChange.Path.PROMPT);
    assertThat(fails.path(1, 0)).contains(EvolutionChange.Path.PROMPT);
    assertThat(fails.path(2, 0)).contains(EvolutionChange.Path.MODEL);
    assertThat(fails.path(2, 1)).as("everything was tried").isEmpty();
    assertThat(Diagnosis.isDue(State.HEALTHY, 10)).isTrue();
    assertThat(Diagnosis.isDue(State.HEALTHY, 15)).isFalse();
    assertThat(Diagnosis.isDue(State.WATCH, 15)).isTrue();
    assertThat(Diagnosis.isDue(State.WATCH, 16)).isFalse();
  }
}
