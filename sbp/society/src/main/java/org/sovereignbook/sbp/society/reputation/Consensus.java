package org.sovereignbook.sbp.society.reputation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Verdict on an attempt from its reviews.
 *
 * @param verdict from 0 to 100, with two decimals
 * @param spread the distance between the highest and the lowest score, without usual bias
 * @param reviews each review with its weight, in the order given
 */
public record Consensus(double verdict, double spread, List<Weighed> reviews) {

  /** The spread above which more reviewers are asked. */
  private static final double WIDE_SPREAD_POINTS = 30;

  private static final int MORE_REVIEWERS = 2;
  private static final int MOST_REVIEWERS = 7;

  /** The share of the weight that stands far from the verdict of a contested one. */
  private static final double CONTESTED_SHARE = 0.4;

  private static final int HUBER_STEPS = 5;
  private static final double HUBER_POINTS = 8;

  /** Review as its author gave it; the score is from 0 to 100. */
  public record Review(String reviewer, double score) {}

  /**
   * Review with its weight.
   *
   * @param corrected the score without the reviewer's usual bias
   * @param others the weighted median of the other reviews; empty for the only one
   */
  public record Weighed(
      Review review, double corrected, double weight, Factors factors, OptionalDouble others) {}

  /**
   * Finds the verdict: a weighted median, moved a little towards the mean of the scores near it.
   *
   * @param target the agent whose work was reviewed
   * @param reviews at least one, none by the target
   */
  public static Consensus of(ReviewHistory history, String target, List<Review> reviews) {
    ReviewWeights weights = new ReviewWeights(history);
    List<Factors> factors =
        reviews.stream().map(review -> weights.of(review.reviewer(), target)).toList();
    List<Double> corrected =
        IntStream.range(0, reviews.size())
            .mapToObj(i -> Math.clamp(reviews.get(i).score() - factors.get(i).bias(), 0, 100))
            .toList();
    List<Double> weight = withoutBlocks(factors);
    List<Weighed> weighed = new ArrayList<>();
    for (int i = 0; i < reviews.size(); i++) {
      weighed.add(
          new Weighed(
              reviews.get(i),
              corrected.get(i),
              weight.get(i),
              factors.get(i),
              medianWithout(i, corrected, weight)));
    }
    double verdict = Math.round(huber(corrected, weight) * 100) / 100.0;
    return new Consensus(verdict, spread(corrected), weighed);
  }

  /** Returns how many reviewers are to be asked in all, when this many have answered. */
  public int reviewersAfter(int asked) {
    return spread <= WIDE_SPREAD_POINTS || asked >= MOST_REVIEWERS
        ? asked
        : Math.min(asked + MORE_REVIEWERS, MOST_REVIEWERS);
  }

  /** Returns whether reviews of much weight are far from the verdict. */
  public boolean isContested() {
    double all = reviews.stream().mapToDouble(Weighed::weight).sum();
    double far =
        reviews.stream()
            .filter(each -> Math.abs(each.corrected() - verdict) > WIDE_SPREAD_POINTS)
            .mapToDouble(Weighed::weight)
            .sum();
    return far > CONTESTED_SHARE * all;
  }

  /**
   * Returns the weights; two or more reviewers that favour the target have together at most half of
   * the median weight of the others.
   */
  private static List<Double> withoutBlocks(List<Factors> factors) {
    List<Double> favouring =
        factors.stream().filter(each -> each.hot() > 0).map(Factors::weight).toList();
    List<Double> others =
        factors.stream().filter(each -> each.hot() == 0).map(Factors::weight).toList();
    double sum = favouring.stream().mapToDouble(Double::doubleValue).sum();
    double share =
        favouring.size() < 2 || others.isEmpty()
            ? 1
            : Math.min(1, Statistics.median(others) / 2 / sum);
    return factors.stream()
        .map(each -> each.hot() > 0 ? each.weight() * share : each.weight())
        .toList();
  }

  private static OptionalDouble medianWithout(int left, List<Double> values, List<Double> weights) {
    if (values.size() == 1) {
      return OptionalDouble.empty();
    }
    List<Double> otherValues = new ArrayList<>(values);
    List<Double> otherWeights = new ArrayList<>(weights);
    otherValues.remove(left);
    otherWeights.remove(left);
    return OptionalDouble.of(Statistics.weightedMedian(otherValues, otherWeights));
  }

  private static double huber(List<Double> values, List<Double> weights) {
    double centre = Statistics.weightedMedian(values, weights);
    for (int step = 0; step < HUBER_STEPS; step++) {
      double sum = 0;
      double total = 0;
      for (int i = 0; i < values.size(); i++) {
        double distance = Math.abs(values.get(i) - centre);
        double weight = weights.get(i) * (distance <= HUBER_POINTS ? 1 : HUBER_POINTS / distance);
        sum += weight * values.get(i);
        total += weight;
      }
      centre = sum / total;
    }
    return centre;
  }

  private static double spread(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(0)
        - values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
  }
}
