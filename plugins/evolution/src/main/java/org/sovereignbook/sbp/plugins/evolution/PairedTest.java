package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;

/**
 * Paired test of scores: of the present prompt and of the changed one, on the same tasks.
 *
 * @param mean the mean difference
 * @param lower the lower bound of the difference, which is exceeded with a probability of 90 %
 * @param upper the upper bound, alike
 */
record PairedTest(int pairs, double mean, double lower, double upper) {
  /** The number of pairs below which nothing is decided. */
  static final int ENOUGH_PAIRS = 20;

  /** One-sided 90 % quantile of Student's t with 19 degrees of freedom; less with more of them. */
  private static final double QUANTILE = 1.328;

  /** Tests differences, each the new score less the old one. */
  static PairedTest of(List<Double> differences) {
    int n = differences.size();
    double mean = differences.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double squares = differences.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
    double error = n < 2 ? Double.POSITIVE_INFINITY : Math.sqrt(squares / (n - 1) / n);
    double margin = QUANTILE * error;
    return new PairedTest(n, mean, mean - margin, mean + margin);
  }

  /** Returns whether the change is better, with enough pairs to say so. */
  boolean isBetter() {
    return pairs >= ENOUGH_PAIRS && lower > 0;
  }

  /** Returns whether the change is worse; a quarter of the pairs is enough to say so. */
  boolean isWorse() {
    return pairs >= ENOUGH_PAIRS / 4 && upper < 0;
  }
}
