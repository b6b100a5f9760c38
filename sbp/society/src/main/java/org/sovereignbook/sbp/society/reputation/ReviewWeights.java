package org.sovereignbook.sbp.society.reputation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Weight of a review, from the reviewer's past: the formula of AGENT-STACK §8, and guards against
 * reviewers who act together. The constants were fixed by a simulation; {@code scripts/bench
 * gaming} measures them.
 */
final class ReviewWeights {
  private static final double LEAST_REPUTATION = 0.1;
  private static final int PAIR_REVIEWS = 20;
  private static final int FEWEST_PAIR_REVIEWS = 3;
  private static final double HIGH = 85;
  private static final double MUTUAL = 0.5;
  private static final int DEVIATION_REVIEWS = 20;
  private static final int FEWEST_DEVIATION_REVIEWS = 5;
  private static final double LEAST_DEVIATION_FACTOR = 0.3;
  private static final int BIAS_REVIEWS_BY_TARGET = 10;
  private static final int FEWEST_BIAS_REVIEWS = 5;
  private static final int FAVOUR_REVIEWS = 10;
  private static final int FEWEST_FAVOUR_REVIEWS = 2;
  private static final double HOT_POINTS = 15;
  private static final double HOT_ERRORS = 4;
  private static final double LEAST_DEVIATION_POINTS = 6;
  private static final double LEAST_FAVOUR_FACTOR = 0.05;
  private static final int INFORMATION_REVIEWS = 30;
  private static final int FEWEST_INFORMATION_REVIEWS = 6;
  private static final double LEAST_SPREAD_POINTS = 3;
  private static final double ENOUGH_CORRELATION = 0.4;
  private static final double LEAST_INFORMATION_FACTOR = 0.15;
  private static final int FEWEST_VERIFIED = 3;

  private final ReviewHistory history;

  ReviewWeights(ReviewHistory history) {
    this.history = history;
  }

  /** Returns the factors of a reviewer's weight for work of the target. */
  Factors of(String reviewer, String target) {
    List<PastReview> past = history.by(reviewer);
    double bias = bias(past, target);
    Favour favour = favour(past, target, bias);
    return new Factors(
        Math.max(LEAST_REPUTATION, history.reputation(reviewer) / 100),
        mutual(past, reviewer, target),
        deviation(past),
        favour.factor(),
        information(past),
        verification(past),
        bias,
        favour.hot());
  }

  private double mutual(List<PastReview> past, String reviewer, String target) {
    List<Double> given = scores(past, target);
    List<Double> received = scores(history.by(target), reviewer);
    boolean enough = given.size() >= FEWEST_PAIR_REVIEWS && received.size() >= FEWEST_PAIR_REVIEWS;
    return enough && Statistics.mean(given) > HIGH && Statistics.mean(received) > HIGH ? MUTUAL : 1;
  }

  private static List<Double> scores(List<PastReview> past, String target) {
    return past.stream()
        .filter(review -> review.target().equals(target))
        .limit(PAIR_REVIEWS)
        .map(PastReview::score)
        .toList();
  }

  private static double deviation(List<PastReview> past) {
    List<Double> distances =
        residuals(past).stream().limit(DEVIATION_REVIEWS).map(Math::abs).toList();
    return distances.size() < FEWEST_DEVIATION_REVIEWS
        ? 1
        : Math.max(LEAST_DEVIATION_FACTOR, 1 - Statistics.mean(distances) / 100);
  }

  private static List<Double> residuals(List<PastReview> past) {
    return past.stream()
        .map(PastReview::residual)
        .filter(OptionalDouble::isPresent)
        .map(OptionalDouble::getAsDouble)
        .toList();
  }

  /** Returns the reviewer's usual distance from the others, measured on other targets only. */
  private static double bias(List<PastReview> past, String target) {
    Map<String, Integer> counts = new HashMap<>();
    List<Double> residuals = new ArrayList<>();
    for (PastReview review : past) {
      if (!review.target().equals(target)
          && review.residual().isPresent()
          && counts.merge(review.target(), 1, Integer::sum) <= BIAS_REVIEWS_BY_TARGET) {
        residuals.add(review.residual().getAsDouble());
      }
    }
    int n = residuals.size();
    return n < FEWEST_BIAS_REVIEWS ? 0 : Statistics.median(residuals) * n / (n + 5.0);
  }

  private record Favour(double factor, int hot) {}

  private static Favour favour(List<PastReview> past, String target, double bias) {
    List<Double> residuals =
        residuals(past.stream().filter(review -> review.target().equals(target)).toList());
    residuals = residuals.subList(0, Math.min(FAVOUR_REVIEWS, residuals.size()));
    int n = residuals.size();
    if (n < FEWEST_FAVOUR_REVIEWS) {
      return new Favour(1, 0);
    }
    double favour = (Statistics.mean(residuals) - bias) * n / (n + 1);
    double error = Math.max(Statistics.deviation(residuals), LEAST_DEVIATION_POINTS) / Math.sqrt(n);
    double size = Math.abs(favour);
    if (size <= HOT_POINTS || size / error <= HOT_ERRORS) {
      return new Favour(1, 0);
    }
    return new Favour(
        Math.max(LEAST_FAVOUR_FACTOR, 1 - (size - HOT_POINTS) / HOT_POINTS),
        (int) Math.signum(favour));
  }

  /** Returns less for scores that do not follow those of the others; a guard, not a reward. */
  private static double information(List<PastReview> past) {
    List<PastReview> compared =
        past.stream()
            .filter(review -> review.others().isPresent())
            .limit(INFORMATION_REVIEWS)
            .toList();
    int n = compared.size();
    if (n < FEWEST_INFORMATION_REVIEWS) {
      return 1;
    }
    List<Double> own = compared.stream().map(PastReview::score).toList();
    List<Double> others = compared.stream().map(review -> review.others().getAsDouble()).toList();
    double correlation =
        Statistics.deviation(own) < LEAST_SPREAD_POINTS ? 0 : Statistics.correlation(own, others);
    double shrunk = (correlation * n + 3.5) / (n + 5);
    return Math.clamp(shrunk / ENOUGH_CORRELATION, LEAST_INFORMATION_FACTOR, 1);
  }

  private static double verification(List<PastReview> past) {
    List<Double> errors =
        past.stream()
            .filter(review -> review.verified().isPresent())
            .map(review -> Math.abs(review.score() - review.verified().getAsDouble()))
            .toList();
    return errors.size() < FEWEST_VERIFIED
        ? 1
        : Math.clamp(1.6 - Statistics.mean(errors) / 15, 0.5, 1.6);
  }
}
