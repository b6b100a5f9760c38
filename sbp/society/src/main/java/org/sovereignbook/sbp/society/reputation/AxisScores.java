package org.sovereignbook.sbp.society.reputation;

import java.util.Map;

/**
 * Scores of an agent on the five axes, each from 0 to 100 with two decimals. The record's members
 * are those that {@code sbp team scores --json} prints.
 */
public record AxisScores(
    double taskCompletion,
    double outputQuality,
    double improvementRate,
    double consistency,
    double reviewAccuracy) {

  /** Scores of a new agent. */
  public static final AxisScores START = all(70);

  private static final double ALPHA = 0.3;
  private static final double BEST = 100;

  /** Returns scores that are the same on each axis. */
  static AxisScores all(double score) {
    return new AxisScores(score, score, score, score, score);
  }

  /** Returns the score on an axis. */
  public double of(Dimension dimension) {
    return switch (dimension) {
      case TASK_COMPLETION -> taskCompletion;
      case OUTPUT_QUALITY -> outputQuality;
      case IMPROVEMENT_RATE -> improvementRate;
      case CONSISTENCY -> consistency;
      case REVIEW_ACCURACY -> reviewAccuracy;
    };
  }

  /** Returns the weighted sum of the axes, with two decimals. */
  public double composite() {
    double sum = 0;
    for (Dimension dimension : Dimension.values()) {
      sum += of(dimension) * dimension.percent();
    }
    return hundredths(sum / BEST);
  }

  /**
   * Returns the scores after an attempt: each axis with a signal moves towards it by three tenths
   * of the distance.
   *
   * @param signals the signals by axis, from 0 to 100; values outside are clamped
   */
  public AxisScores after(Map<Dimension, Double> signals) {
    return new AxisScores(
        moved(Dimension.TASK_COMPLETION, signals),
        moved(Dimension.OUTPUT_QUALITY, signals),
        moved(Dimension.IMPROVEMENT_RATE, signals),
        moved(Dimension.CONSISTENCY, signals),
        moved(Dimension.REVIEW_ACCURACY, signals));
  }

  private double moved(Dimension dimension, Map<Dimension, Double> signals) {
    double now = of(dimension);
    double signal = Math.clamp(signals.getOrDefault(dimension, now), 0, BEST);
    return hundredths(ALPHA * signal + (1 - ALPHA) * now);
  }

  private static double hundredths(double value) {
    return Math.round(value * BEST) / BEST;
  }
}
