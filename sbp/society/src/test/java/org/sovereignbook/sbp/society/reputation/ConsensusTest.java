package org.sovereignbook.sbp.society.reputation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.society.reputation.Consensus.Review;
import org.sovereignbook.sbp.society.reputation.Consensus.Weighed;

/** Verdicts and weights by figures worked out by hand. */
class ConsensusTest {
  private final Map<String, List<PastReview>> past = new HashMap<>();

  private final ReviewHistory history =
      new ReviewHistory() {
        @Override
        public List<PastReview> by(String reviewer) {
          return past.getOrDefault(reviewer, List.of());
        }

        @Override
        public double reputation(String agent) {
          return 100;
        }
      };

  private Consensus consensus(double... scores) {
    List<Review> reviews = new ArrayList<>();
    for (double score : scores) {
      reviews.add(new Review("r" + reviews.size(), score));
    }
    return Consensus.of(history, "tom", reviews);
  }

  /** A past in which the reviewer favoured the target by 36 points and nobody else. */
  private void favoured(String reviewer) {
    PastReview review =
        new PastReview(reviewer, "tom", 86, OptionalDouble.of(50), OptionalDouble.empty());
    past.put(reviewer, List.of(review, review));
  }

  @Test
  void theVerdictOfOneReviewIsItsScore() {
    Consensus one = consensus(62);
    assertThat(one.verdict()).isEqualTo(62);
    assertThat(one.spread()).isZero();
    assertThat(one.reviews().getFirst().others()).isEmpty();
  }

  /**
   * Scores 60, 64 and 90: the median is 64; 90 counts for 8 / distance in each step. The fixed
   * point c solves (c - 60) + (c - 64) = 8, so it is 66 however far the third score is away.
   */
  @Test
  void theVerdictMovesFromTheMedianTowardsTheMeanOfTheScoresNearIt() {
    assertThat(consensus(60, 64, 90).verdict()).isEqualTo(66);
    assertThat(consensus(60, 64, 100).verdict()).isEqualTo(66);
    assertThat(consensus(60, 62, 64).verdict()).isEqualTo(62);
    assertThat(consensus(60, 64, 68).verdict()).isEqualTo(64);
    assertThat(consensus(56, 64, 66).verdict()).isEqualTo(62);
  }

  @Test
  void verdictsHaveTwoDecimals() {
    assertThat(consensus(60, 61, 61).verdict()).isEqualTo(60.67);
  }

  @Test
  void theOthersOfAReviewAreTheMedianOfTheRest() {
    assertThat(consensus(10, 40, 80).reviews())
        .extracting(each -> each.others().getAsDouble())
        .containsExactly(60.0, 45.0, 25.0);
  }

  @Test
  void theUsualBiasIsTakenFromTheScoreWithinItsLimits() {
    PastReview mild =
        new PastReview("r0", "ann", 70, OptionalDouble.of(50), OptionalDouble.empty());
    past.put("r0", List.of(mild, mild, mild, mild, mild));
    Consensus verdict = consensus(60, 60);
    assertThat(verdict.reviews().getFirst().corrected()).isEqualTo(50);
    assertThat(verdict.spread()).isEqualTo(10);
    assertThat(consensus(4).reviews().getFirst().corrected()).isZero();
    past.put(
        "r0",
        java.util.Collections.nCopies(
            5, new PastReview("r0", "ann", 30, OptionalDouble.of(50), OptionalDouble.empty())));
    assertThat(consensus(99).reviews().getFirst().corrected()).isEqualTo(100);
  }

  @Test
  void aSpreadBeyondThirtyAsksTwoMoreUpToSeven() {
    assertThat(consensus(50, 80).reviewersAfter(3)).isEqualTo(3);
    Consensus wide = consensus(50, 80.5);
    assertThat(wide.reviewersAfter(3)).isEqualTo(5);
    assertThat(wide.reviewersAfter(6)).isEqualTo(7);
    assertThat(wide.reviewersAfter(7)).isEqualTo(7);
    assertThat(wide.reviewersAfter(9)).isEqualTo(9);
  }

  @Test
  void aVerdictIsContestedWhenMoreThanFourTenthsOfTheWeightAreFarFromIt() {
    assertThat(consensus(50, 50, 50, 90, 90).isContested()).isFalse();
    assertThat(consensus(50, 50, 50, 100, 100, 100).isContested()).isFalse();
    assertThat(consensus(50, 50, 50, 50, 100, 100, 100).isContested()).isTrue();
    assertThat(consensus(50, 50, 50, 50, 10, 10, 10).isContested()).isTrue();
    assertThat(consensus(80, 80).isContested()).isFalse();
  }

  @Test
  void scoresExactlyThirtyAwayAreNotFar() {
    List<Weighed> reviews = new ArrayList<>(consensus(50, 80, 80).reviews());
    assertThat(new Consensus(50, 30, reviews).isContested()).isFalse();
    assertThat(new Consensus(49, 30, reviews).isContested()).isTrue();
  }

  /** Two favouring reviewers share half of the median weight of the three others. */
  @Test
  void reviewersThatFavourTheTargetTogetherCountForHalfAReviewer() {
    favoured("r0");
    favoured("r1");
    assertThat(consensus(90, 90, 50, 50, 50).reviews())
        .extracting(Weighed::weight)
        .containsExactly(0.25, 0.25, 1.0, 1.0, 1.0);
  }

  @Test
  void oneFavouringReviewerKeepsItsOwnSmallerWeight() {
    favoured("r0");
    assertThat(consensus(90, 50, 50).reviews().getFirst().weight()).isEqualTo(0.4, within(1e-9));
  }

  @Test
  void favouringReviewersAmongThemselvesKeepTheirWeights() {
    favoured("r0");
    favoured("r1");
    assertThat(consensus(90, 80).reviews())
        .extracting(Weighed::weight)
        .allSatisfy(weight -> assertThat(weight).isEqualTo(0.4, within(1e-9)));
  }

  @ParameterizedTest
  @CsvSource({
    "'1,2,3', '1,1,1', 2",
    "'3,1,2', '1,1,1', 2",
    "'1,2', '1,1', 1.5",
    "'1,2', '1,3', 2",
    "'1,2,9', '2,1,1', 1.5",
    "'1,2,9', '0,0,1', 9",
    "'5', '0', 5",
  })
  void theWeightedMedianIsWhereHalfOfTheWeightIsReached(
      String values, String weights, double median) {
    assertThat(Statistics.weightedMedian(numbers(values), numbers(weights))).isEqualTo(median);
  }

  private static List<Double> numbers(String text) {
    return List.of(text.split(",")).stream().map(Double::valueOf).toList();
  }

  @Test
  void statisticsOfShortLists() {
    assertThat(Statistics.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
    assertThat(Statistics.median(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3);
    assertThat(Statistics.deviation(List.of(2.0, 6.0))).isEqualTo(2);
    assertThat(Statistics.mean(List.of())).isZero();
    assertThat(Statistics.correlation(List.of(1.0, 2.0, 3.0), List.of(2.0, 4.0, 6.0)))
        .isEqualTo(1, within(1e-9));
    assertThat(Statistics.correlation(List.of(1.0, 2.0, 3.0), List.of(3.0, 2.0, 1.0)))
        .isEqualTo(-1, within(1e-9));
    assertThat(Statistics.correlation(List.of(1.0, 2.0), List.of(5.0, 5.0))).isZero();
  }

  @Test
  void theOwnersScoreOutranksTheAgents() {
    Principal tom = Principal.agent("a".repeat(64));
    Principal rita = Principal.agent("b".repeat(64));
    Judgment judged =
        Judgment.of(
            history,
            tom,
            List.of(new Judgment.Score(rita, 90), new Judgment.Score(Principal.OWNER, 20)));
    assertThat(judged.verdict()).hasValue(20);
    assertThat(judged.verified()).hasValue(20);
    assertThat(judged.reviews()).hasSize(1);
    assertThat(judged.consensus().orElseThrow().verdict()).isEqualTo(90);
    Judgment agents =
        Judgment.of(
            history, tom, List.of(new Judgment.Score(rita, 90), new Judgment.Score(tom, 50)));
    assertThat(agents.verdict()).hasValue(70);
    assertThat(agents.spread()).isEqualTo(40);
    Judgment owner = Judgment.of(history, tom, List.of(new Judgment.Score(Principal.OWNER, 7)));
    assertThat(owner.consensus()).isEmpty();
    assertThat(owner.reviews()).isEmpty();
    assertThat(owner.verdict()).hasValue(7);
    assertThat(Judgment.NONE.verdict()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'50,50,60', STABLE",
    "'50,50,53,53', STABLE",
    "'50,50,53.1,53.1', IMPROVING",
    "'53,53,50,50', STABLE",
    "'53.1,53.1,50,50', DECLINING",
    "'0,50,50,50,50,50,50,50,50,50,50', STABLE",
    "'50,50,60,60,60', IMPROVING",
  })
  void theTrendComparesTheHalvesOfTheLatestTen(String composites, Trend trend) {
    assertThat(Trend.of(numbers(composites))).isEqualTo(trend);
  }
}
