package org.sovereignbook.sbp.society.reputation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Attempt at a task after its verdict, as far as it counts for the worker's scores.
 *
 * @param verdict the aggregate of its reviews, from 0 to 100; empty when nobody reviewed it
 * @param similar the verdicts of the latest attempts at similar tasks, this one included, newest
 *     last
 */
public record EndedAttempt(Ending ending, OptionalDouble verdict, List<Double> similar) {

  private static final int SIMILAR = 10;
  private static final int FEWEST_SIMILAR = 3;
  private static final double ACCEPTED_REWORK = 70;
  private static final double FIRST_PASS = 70;
  private static final double RECOVERED = 85;
  private static final double REJECTED = 20;
  private static final double ERROR = 30;
  private static final double MARGIN_OF_CONSISTENCY = 20;
  private static final double BEST = 100;

  /** Ending of an attempt. */
  public enum Ending {
    ACCEPTED,
    ACCEPTED_AFTER_REWORK,
    REJECTED,
    /** The last attempt that the task allows was rejected. */
    EXHAUSTED,
    /** The worker gave the attempt up. */
    FAILED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public EndedAttempt {
    similar = List.copyOf(similar.subList(Math.max(0, similar.size() - SIMILAR), similar.size()));
  }

  /** Returns the signals to the worker's scores; an axis without one stays as it is. */
  public Map<Dimension, Double> signals() {
    Map<Dimension, Double> signals = new EnumMap<>(Dimension.class);
    signals.put(Dimension.TASK_COMPLETION, completion());
    if (ending == Ending.FAILED) {
      signals.put(Dimension.OUTPUT_QUALITY, 0.0);
    } else {
      verdict.ifPresent(value -> signals.put(Dimension.OUTPUT_QUALITY, value));
    }
    signals.put(Dimension.IMPROVEMENT_RATE, improvement());
    steadiness().ifPresent(value -> signals.put(Dimension.CONSISTENCY, value));
    return signals;
  }

  private double completion() {
    return switch (ending) {
      case ACCEPTED -> BEST;
      case ACCEPTED_AFTER_REWORK -> ACCEPTED_REWORK;
      case REJECTED, EXHAUSTED, FAILED -> 0;
    };
  }

  private double improvement() {
    return switch (ending) {
      case ACCEPTED -> FIRST_PASS;
      case ACCEPTED_AFTER_REWORK -> RECOVERED;
      case REJECTED -> REJECTED;
      case EXHAUSTED -> 0;
      case FAILED -> ERROR;
    };
  }

  /** Returns the signal to consistency; steady bad work does not raise it far above its quality. */
  private OptionalDouble steadiness() {
    if (ending == Ending.FAILED) {
      return OptionalDouble.of(ERROR);
    }
    if (similar.size() < FEWEST_SIMILAR || verdict.isEmpty()) {
      return OptionalDouble.empty();
    }
    double steady = Math.max(0, BEST - 2 * Statistics.deviation(similar));
    return OptionalDouble.of(Math.min(steady, verdict.getAsDouble() + MARGIN_OF_CONSISTENCY));
  }
}
