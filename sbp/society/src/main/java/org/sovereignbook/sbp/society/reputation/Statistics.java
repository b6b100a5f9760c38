package org.sovereignbook.sbp.society.reputation;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Mean, spread, correlation and weighted median of short lists. */
final class Statistics {
  private Statistics() {}

  /** Returns the arithmetic mean; 0 for an empty list. */
  static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Returns the standard deviation of the values themselves, not of a larger population. */
  static double deviation(List<Double> values) {
    double mean = mean(values);
    return Math.sqrt(
        values.stream().mapToDouble(value -> (value - mean) * (value - mean)).average().orElse(0));
  }

  /** Returns the median; of two middle values their mean. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Returns Pearson's correlation of two lists of equal length; 0 when one of them is constant. */
  static double correlation(List<Double> left, List<Double> right) {
    double leftMean = mean(left);
    double rightMean = mean(right);
    double product = 0;
    for (int i = 0; i < left.size(); i++) {
      product += (left.get(i) - leftMean) * (right.get(i) - rightMean);
    }
    double spread = deviation(left) * deviation(right) * left.size();
    return spread == 0 ? 0 : product / spread;
  }

  /**
   * Returns the value at which half of the weight is reached; when exactly half lies on each side,
   * the mean of the two values there.
   */
  static double weightedMedian(List<Double> values, List<Double> weights) {
    List<Integer> order =
        IntStream.range(0, values.size())
            .boxed()
            .sorted(Comparator.comparingDouble(values::get))
            .toList();
    double half = weights.stream().mapToDouble(Double::doubleValue).sum() / 2;
    double reached = 0;
    for (int i = 0; i < order.size(); i++) {
      reached += weights.get(order.get(i));
      if (reached > half || i == order.size() - 1) {
        return values.get(order.get(i));
      }
      if (reached == half) {
        return (values.get(order.get(i)) + values.get(order.get(i + 1))) / 2;
      }
    }
    throw new IllegalArgumentException("no values");
  }
}
