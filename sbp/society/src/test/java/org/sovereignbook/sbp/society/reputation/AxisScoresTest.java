package org.sovereignbook.sbp.society.reputation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.society.reputation.EndedAttempt.Ending;

/** Tables of AGENT-STACK §7, and of the measured signals. */
class AxisScoresTest {
  private static final AxisScores PERFECT = AxisScores.all(100);

  /** A history of accepted first attempts: their improvement is 70. */
  private static final AxisScores FAULTLESS = new AxisScores(100, 100, 70, 100, 100);

  /** Counts rejected attempts with this verdict, by a faultless reviewer, until it is found. */
  private static int attemptsUntilEvolve(AxisScores from, double verdict) {
    List<Double> similar = List.of(verdict, verdict, verdict);
    Map<Dimension, Double> signals =
        new EnumMap<>(
            new EndedAttempt(Ending.REJECTED, OptionalDouble.of(verdict), similar).signals());
    signals.put(Dimension.REVIEW_ACCURACY, 100.0);
    AxisScores scores = from;
    int attempts = 0;
    while (scores.composite() >= AgentStanding.EVOLVE) {
      scores = scores.after(signals);
      attempts++;
    }
    return attempts;
  }

  @Test
  void theSharesOfTheAxesAreThoseOfTheSeed() {
    assertThat(Dimension.TASK_COMPLETION.percent()).isEqualTo(25);
    assertThat(Dimension.OUTPUT_QUALITY.percent()).isEqualTo(30);
    assertThat(Dimension.IMPROVEMENT_RATE.percent()).isEqualTo(25);
    assertThat(Dimension.CONSISTENCY.percent()).isEqualTo(10);
    assertThat(Dimension.REVIEW_ACCURACY.percent()).isEqualTo(10);
    AxisScores scores = new AxisScores(100, 50, 20, 10, 0);
    assertThat(scores.composite()).isEqualTo(25 + 15 + 5 + 1);
  }

  @Test
  void aSignalCountsForThreeTenths() {
    AxisScores after = AxisScores.START.after(Map.of(Dimension.OUTPUT_QUALITY, 100.0));
    assertThat(after.outputQuality()).isEqualTo(79);
    assertThat(after.taskCompletion()).isEqualTo(70);
    assertThat(after.composite()).isEqualTo(72.7);
  }

  /** The measured table: attempts until evolve, from a faultless history and from 70. */
  @ParameterizedTest
  @CsvSource({"30, 5, 4", "40, 7, 5", "50, 9, 7"})
  void rejectedWorkReachesEvolveAsMeasured(double verdict, int fromFaultless, int fromStart) {
    assertThat(attemptsUntilEvolve(FAULTLESS, verdict)).isEqualTo(fromFaultless);
    assertThat(attemptsUntilEvolve(AxisScores.START, verdict)).isEqualTo(fromStart);
  }

  @Test
  void errorsAloneReachEvolveToo() {
    Map<Dimension, Double> error =
        new EndedAttempt(Ending.FAILED, OptionalDouble.empty(), List.of()).signals();
    AgentStanding standing = AgentStanding.START;
    while (standing.state() != AgentStanding.State.EVOLVE) {
      standing = standing.after(error);
      assertThat(standing.attempts()).isLessThan(7);
    }
  }

  @Test
  void nothingButZeroesReachesWatchWarningAndEvolveInThreeAttempts() {
    Map<Dimension, Double> zeroes = new EnumMap<>(Dimension.class);
    for (Dimension dimension : Dimension.values()) {
      zeroes.put(dimension, 0.0);
    }
    AxisScores one = PERFECT.after(zeroes);
    AxisScores two = one.after(zeroes);
    AxisScores three = two.after(zeroes);
    assertThat(one.composite()).isBetween(60.0, 80.0);
    assertThat(two.composite()).isBetween(40.0, 60.0);
    assertThat(three.composite()).isLessThan(40);
  }

  /** Good attempts after 38: watch after two, healthy after six. */
  @Test
  void recoveryTakesTwoAndSixGoodAttempts() {
    AxisScores scores = AxisScores.all(38);
    List<Double> verdicts = new ArrayList<>();
    List<Double> composites = new ArrayList<>();
    for (int attempt = 1; attempt <= 6; attempt++) {
      verdicts.add(95.0);
      scores =
          scores.after(
              new EndedAttempt(Ending.ACCEPTED_AFTER_REWORK, OptionalDouble.of(95), verdicts)
                  .signals());
      composites.add(scores.composite());
    }
    assertThat(composites.get(0)).isLessThan(60);
    assertThat(composites.get(2)).isGreaterThanOrEqualTo(60);
  }

  @Test
  void anErrorHasNoQualityAndSteadyBadWorkIsNotConsistent() {
    assertThat(new EndedAttempt(Ending.FAILED, OptionalDouble.empty(), List.of()).signals())
        .containsEntry(Dimension.OUTPUT_QUALITY, 0.0)
        .containsEntry(Dimension.CONSISTENCY, 30.0)
        .containsEntry(Dimension.TASK_COMPLETION, 0.0);
    assertThat(
            new EndedAttempt(Ending.REJECTED, OptionalDouble.of(30), List.of(30.0, 30.0, 30.0))
                .signals())
        .containsEntry(Dimension.CONSISTENCY, 50.0)
        .containsEntry(Dimension.TASK_COMPLETION, 0.0)
        .containsEntry(Dimension.IMPROVEMENT_RATE, 20.0);
  }

  @Test
  void evolveTakesTwoLowVerdictsAndFiveAttemptsAndIsLeftAtFifty() {
    Map<Dimension, Double> bad =
        new EndedAttempt(Ending.REJECTED, OptionalDouble.of(10), List.of()).signals();
    AgentStanding standing = AgentStanding.START;
    List<AgentStanding.State> states = new ArrayList<>();
    for (int attempt = 1; attempt <= 5; attempt++) {
      standing = standing.after(bad);
      states.add(standing.state());
    }
    assertThat(states).endsWith(AgentStanding.State.WARNING, AgentStanding.State.EVOLVE);
    assertThat(states.subList(0, 4)).doesNotContain(AgentStanding.State.EVOLVE);
    Map<Dimension, Double> good =
        new EndedAttempt(Ending.ACCEPTED, OptionalDouble.of(80), List.of()).signals();
    while (standing.scores().composite() < 50) {
      assertThat(standing.state()).isEqualTo(AgentStanding.State.EVOLVE);
      standing = standing.after(good);
    }
    assertThat(standing.state()).isNotEqualTo(AgentStanding.State.EVOLVE);
  }

  @Test
  void scoresStayBetweenZeroAndAHundred() {
    Random random = new Random(33);
    AgentStanding standing = AgentStanding.START;
    for (int i = 0; i < 2_000; i++) {
      Ending ending = List.of(Ending.values()).get(random.nextInt(Ending.values().length));
      standing =
          standing.after(
              new EndedAttempt(
                      ending,
                      OptionalDouble.of(random.nextDouble() * 140 - 20),
                      List.of(random.nextDouble() * 100, 5.0, 90.0))
                  .signals());
      for (Dimension dimension : Dimension.values()) {
        assertThat(standing.scores().of(dimension)).isBetween(0.0, 100.0);
      }
      assertThat(standing.scores().composite()).isBetween(0.0, 100.0);
    }
  }

  private static AgentStanding at(double composite, AgentStanding.State state, int low) {
    return new AgentStanding(AxisScores.all(composite), state, 10, low)
        .withSignal(Dimension.CONSISTENCY, composite);
  }

  /** The limits of AGENT-STACK §7 belong to the better state. */
  @ParameterizedTest
  @CsvSource({
    "80, WATCH, 0, HEALTHY",
    "79.99, WATCH, 0, WATCH",
    "60, WATCH, 0, WATCH",
    "59.99, WATCH, 0, WARNING",
    "39, WATCH, 1, WARNING",
    "39, WATCH, 2, EVOLVE",
    "49.99, EVOLVE, 0, EVOLVE",
    "50, EVOLVE, 0, WARNING",
  })
  void theStateFollowsTheComposite(
      double composite, AgentStanding.State before, int low, AgentStanding.State after) {
    assertThat(at(composite, before, low).state()).isEqualTo(after);
    assertThat(after.isAlarming())
        .isEqualTo(after == AgentStanding.State.WARNING || after == AgentStanding.State.EVOLVE);
    assertThat(after).hasToString(after.name().toLowerCase(Locale.ROOT));
  }

  @Test
  void aCompositeOfExactlyFortyIsNotLow() {
    AgentStanding forty = new AgentStanding(AxisScores.all(40), AgentStanding.State.WARNING, 9, 1);
    assertThat(forty.after(Map.of()).low()).isZero();
    AgentStanding below =
        new AgentStanding(AxisScores.all(39.9), AgentStanding.State.WARNING, 9, 1);
    assertThat(below.after(Map.of()).low()).isEqualTo(2);
  }

  @Test
  void steadinessIsTheSpreadOfSimilarVerdictsOnly() {
    // the deviation of 80, 90 and 100 around 90 is 8.165
    assertThat(
            new EndedAttempt(Ending.ACCEPTED, OptionalDouble.of(95), List.of(80.0, 90.0, 100.0))
                .signals()
                .get(Dimension.CONSISTENCY))
        .isCloseTo(100 - 2 * 8.165, org.assertj.core.api.Assertions.within(0.001));
    assertThat(
            new EndedAttempt(Ending.ACCEPTED, OptionalDouble.of(95), List.of(80.0, 90.0)).signals())
        .doesNotContainKey(Dimension.CONSISTENCY);
  }

  /** These words are stored, and read by programs. */
  @Test
  void statesEndingsAndTrendsAreWords() {
    assertThat(AgentStanding.State.HEALTHY).hasToString("healthy");
    assertThat(EndedAttempt.Ending.ACCEPTED_AFTER_REWORK).hasToString("accepted_after_rework");
    assertThat(Trend.DECLINING).hasToString("declining");
  }
}
