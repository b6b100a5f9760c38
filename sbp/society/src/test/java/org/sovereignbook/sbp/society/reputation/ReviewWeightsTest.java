package org.sovereignbook.sbp.society.reputation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each factor of a review's weight, by figures worked out by hand, on both sides of each limit. */
class ReviewWeightsTest {
  private static final Offset<Double> EXACT = within(1e-9);

  private final Map<String, List<PastReview>> past = new HashMap<>();
  private final Map<String, Double> reputations = new HashMap<>();

  private final ReviewHistory history =
      new ReviewHistory() {
        @Override
        public List<PastReview> by(String reviewer) {
          return past.getOrDefault(reviewer, List.of());
        }

        @Override
        public double reputation(String agent) {
          return reputations.getOrDefault(agent, 100.0);
        }
      };

  private Factors factors() {
    return new ReviewWeights(history).of("rita", "tom");
  }

  private void add(String reviewer, PastReview review) {
    past.computeIfAbsent(reviewer, _ -> new ArrayList<>()).add(review);
  }

  /** Adds reviews by rita with the given distance from the others, whose median is 50. */
  private void residuals(String target, double... distances) {
    for (double distance : distances) {
      add("rita", compared(target, 50 + distance, 50));
    }
  }

  private static PastReview compared(String target, double score, double others) {
    return new PastReview("rita", target, score, OptionalDouble.of(others), OptionalDouble.empty());
  }

  private static PastReview alone(String reviewer, String target, double score) {
    return new PastReview(reviewer, target, score, OptionalDouble.empty(), OptionalDouble.empty());
  }

  private void verified(double score, double found) {
    add(
        "rita",
        new PastReview("rita", "tom", score, OptionalDouble.empty(), OptionalDouble.of(found)));
  }

  @Test
  void aReviewerWithoutAPastHasTheWeightOfItsReputation() {
    reputations.put("rita", 70.0);
    assertThat(factors()).isEqualTo(new Factors(0.7, 1, 1, 1, 1, 1, 0, 0));
    assertThat(factors().weight()).isEqualTo(0.7, EXACT);
  }

  @Test
  void theWorstReputationStillCountsForATenth() {
    reputations.put("rita", 3.0);
    assertThat(factors().reputation()).isEqualTo(0.1);
  }

  @Test
  void theWeightIsTheProductOfAllFactors() {
    assertThat(new Factors(0.5, 0.5, 0.8, 0.4, 0.6, 1.5, 7, 1).weight())
        .isEqualTo(0.5 * 0.5 * 0.8 * 0.4 * 0.6 * 1.5, EXACT);
  }

  /** Three high scores each way halve the weight; a mean of exactly 85 is not high. */
  @ParameterizedTest
  @CsvSource({
    "3, 86, 3, 86, 0.5",
    "2, 86, 3, 86, 1",
    "3, 86, 2, 86, 1",
    "3, 85, 3, 86, 1",
    "3, 86, 3, 85, 1",
  })
  void praiseThatIsReturnedCountsForHalf(
      int given, double praise, int received, double returned, double factor) {
    for (int i = 0; i < given; i++) {
      add("rita", alone("rita", "tom", praise));
    }
    for (int i = 0; i < received; i++) {
      add("tom", alone("tom", "rita", returned));
    }
    add("rita", alone("rita", "ann", 10));
    add("tom", alone("tom", "ann", 10));
    assertThat(factors().mutual()).isEqualTo(factor);
  }

  @Test
  void onlyTheLatestTwentyScoresOfAPairCount() {
    for (int i = 0; i < 20; i++) {
      add("rita", alone("rita", "tom", 86));
      add("tom", alone("tom", "rita", 86));
    }
    add("rita", alone("rita", "tom", 0));
    assertThat(factors().mutual()).isEqualTo(0.5);
  }

  @Test
  void distanceFromTheOthersCostsWeightFromTheFifthReviewOn() {
    residuals("ann", 20, -20, 20, -20);
    assertThat(factors().deviation()).isEqualTo(1);
    residuals("ann", 40);
    assertThat(factors().deviation()).isEqualTo(1 - 0.24, EXACT);
  }

  @Test
  void distanceNeverCostsMoreThanSevenTenthsAndOldReviewsDoNotCount() {
    for (int i = 0; i < 20; i++) {
      residuals("ann", 90);
    }
    assertThat(factors().deviation()).isEqualTo(0.3);
    past.get("rita").replaceAll(_ -> compared("ann", 50, 50));
    residuals("ann", 100);
    assertThat(factors().deviation()).isEqualTo(1);
  }

  /** The median of five distances, shrunk by n / (n + 5). */
  @Test
  void biasIsTheUsualDistanceOnOtherTargets() {
    residuals("ann", 4, 6, 10, 12);
    assertThat(factors().bias()).isZero();
    residuals("bea", 30);
    assertThat(factors().bias()).isEqualTo(10 * 5 / 10.0, EXACT);
  }

  @Test
  void biasIsNeverMeasuredOnTheTargetItself() {
    residuals("tom", 30, 30, 30, 30, 30, 30);
    assertThat(factors().bias()).isZero();
    residuals("ann", 10, 10, 10, 10, 10);
    assertThat(factors().bias()).isEqualTo(5, EXACT);
  }

  @Test
  void noTargetGivesMoreThanTenReviewsToTheBias() {
    for (int i = 0; i < 10; i++) {
      residuals("ann", 8);
    }
    residuals("ann", -40, -40, -40, -40, -40, -40, -40, -40, -40, -40, -40, -40);
    assertThat(factors().bias()).isEqualTo(8 * 10 / 15.0, EXACT);
  }

  @Test
  void reviewsWithoutOthersGiveNoBias() {
    residuals("ann", 10, 10, 10, 10);
    add("rita", alone("rita", "bea", 99));
    assertThat(factors().bias()).isZero();
  }

  /**
   * Two reviews 36 above the others: favour 36 * 2 / 3 = 24, error 6 / sqrt 2, so 24 is beyond both
   * limits and leaves 1 - (24 - 15) / 15 of the weight.
   */
  @Test
  void favourForATargetCostsWeight() {
    residuals("tom", 36);
    assertThat(factors().favouritism()).isEqualTo(1);
    assertThat(factors().hot()).isZero();
    residuals("tom", 36);
    assertThat(factors().favouritism()).isEqualTo(0.4, EXACT);
    assertThat(factors().hot()).isEqualTo(1);
  }

  @Test
  void favourIsMeasuredOnTheTargetOnly() {
    residuals("ann", 36, 36);
    residuals("tom", 36);
    assertThat(factors().hot()).isZero();
  }

  @Test
  void disfavourCostsAsMuchAndIsNotHot() {
    residuals("tom", -36, -36);
    assertThat(factors().favouritism()).isEqualTo(0.4, EXACT);
    assertThat(factors().hot()).isEqualTo(-1);
  }

  /** 20 * 3 / 4 is exactly 15; and 20 * 4 / 5 is exactly four errors of 8 / sqrt 4. */
  @Test
  void favourAtItsLimitsIsNotHot() {
    residuals("tom", 20, 20, 20);
    assertThat(factors().hot()).isZero();
    past.clear();
    residuals("tom", 12, 28, 12, 28);
    assertThat(factors().hot()).isZero();
  }

  @Test
  void favourIsMeasuredBesideTheUsualBiasAndOnTheLatestTen() {
    residuals("ann", 20, 20, 20, 20, 20);
    residuals("tom", 30, 30);
    // bias 10, so the favour is 20 * 2 / 3 and within the limit
    assertThat(factors().hot()).isZero();
    past.clear();
    for (int i = 0; i < 10; i++) {
      residuals("tom", 33);
    }
    residuals("tom", -500, -500);
    assertThat(factors().favouritism()).isEqualTo(0.05, within(1e-9));
    past.get("rita").replaceAll(_ -> compared("tom", 50 + 22, 50));
    // 22 * 10 / 11 = 20
    assertThat(factors().favouritism()).isEqualTo(1 - 5 / 15.0, EXACT);
  }

  /** Perfect correlation of n reviews gives (n + 3.5) / (n + 5) / 0.4, so 1 at most. */
  @Test
  void scoresThatFollowTheOthersKeepTheirWeight() {
    for (int i = 0; i < 8; i++) {
      add("rita", compared("ann", 10 * i, 10 * i));
    }
    assertThat(factors().information()).isEqualTo(1);
  }

  @Test
  void scoresThatRunAgainstTheOthersLoseTheirWeightFromTheSixthOn() {
    for (int i = 0; i < 5; i++) {
      add("rita", compared("ann", 10 * i, 100 - 10 * i));
    }
    assertThat(factors().information()).isEqualTo(1);
    add("rita", compared("ann", 50, 50));
    assertThat(factors().information()).isEqualTo(0.15);
  }

  /** Nearly constant scores count as no correlation: 3.5 / (n + 5) / 0.4. */
  @Test
  void scoresThatSayNothingLoseWeight() {
    for (int i = 0; i < 30; i++) {
      add("rita", compared("ann", 80 + i % 2, 3 * i));
    }
    assertThat(factors().information()).isEqualTo(3.5 / 35 / 0.4, EXACT);
  }

  /** Scores 0 and 6 in turn deviate by exactly 3, so their correlation counts. */
  @Test
  void aSpreadOfThreePointsIsEnoughToBeCompared() {
    for (int i = 0; i < 10; i++) {
      add("rita", compared("ann", i % 2 * 6, 100 - i % 2 * 60));
    }
    // the correlation is -1: (-10 + 3.5) / 15 is below the least factor
    assertThat(factors().information()).isEqualTo(0.15);
  }

  @Test
  void weakCorrelationIsShrunkTowardsThatOfStrangers() {
    double[] own = {0, 10, 20, 30, 40, 50};
    double[] others = {40, 20, 10, 50, 0, 30};
    for (int i = 0; i < own.length; i++) {
      add("rita", compared("ann", own[i], others[i]));
    }
    // by hand: the products sum to -350, the squares of each to 1750, so the correlation is -0.2
    assertThat(factors().information()).isEqualTo((-0.2 * 6 + 3.5) / 11 / 0.4, EXACT);
  }

  @Test
  void onlyTheLatestThirtyComparedReviewsAreInformation() {
    for (int i = 0; i < 30; i++) {
      add("rita", compared("ann", 80, 3 * i));
      add("rita", alone("rita", "ann", 10 * i));
    }
    for (int i = 0; i < 30; i++) {
      add("rita", compared("ann", 10 * i, 10 * i));
    }
    assertThat(factors().information()).isEqualTo(3.5 / 35 / 0.4, EXACT);
  }

  /** The mean error of checked reviews: none gives 1.6, 9 gives 1, 16.5 and more a half. */
  @Test
  void checkedReviewsCountFromTheThirdOn() {
    verified(50, 50);
    verified(50, 50);
    add("rita", alone("rita", "tom", 50));
    assertThat(factors().verification()).isEqualTo(1);
    verified(50, 50);
    assertThat(factors().verification()).isEqualTo(1.6);
  }

  @ParameterizedTest
  @CsvSource({"9, 1.0", "-9, 1.0", "12, 0.8", "60, 0.5"})
  void errorsFoundByChecksCostWeight(double error, double factor) {
    verified(50 + error, 50);
    verified(50 + error, 50);
    verified(50 + error, 50);
    assertThat(factors().verification()).isEqualTo(factor, EXACT);
  }
}
