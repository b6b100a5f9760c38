package org.sovereignbook.sbp.society.reputation;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Change of an agent's scores by one attempt or one review.
 *
 * @param cause the ending of the attempt, or {@code reviewed}
 * @param bucket the role that the task required, or empty; tasks of one role are similar
 * @param verdict on the attempt; empty when nobody reviewed it, and for a review
 * @param scores the scores afterwards
 */
public record ScoreChange(
    @Rows.Serial @Shape.Hidden long number,
    @Shape.Hidden Principal principal,
    String task,
    int attempt,
    String cause,
    @Shape.Hidden String bucket,
    Optional<Double> verdict,
    Signals signals,
    AxisScores scores,
    double composite,
    AgentStanding.State state,
    Instant at) {

  static final Rows<ScoreChange> ROWS = new Rows<>("reputation_change", ScoreChange.class);

  /** The cause of a change by a review that the agent gave. */
  static final String REVIEWED = "reviewed";

  /** Signals by axis, from 0 to 100; empty where there was none. */
  public record Signals(
      @Shape.Named("task_completion") Optional<Double> completionSignal,
      @Shape.Named("output_quality") Optional<Double> qualitySignal,
      @Shape.Named("improvement_rate") Optional<Double> improvementSignal,
      @Shape.Named("consistency") Optional<Double> consistencySignal,
      @Shape.Named("review_accuracy") Optional<Double> accuracySignal) {

    static Signals of(Map<Dimension, Double> signals) {
      return new Signals(
          Optional.ofNullable(signals.get(Dimension.TASK_COMPLETION)),
          Optional.ofNullable(signals.get(Dimension.OUTPUT_QUALITY)),
          Optional.ofNullable(signals.get(Dimension.IMPROVEMENT_RATE)),
          Optional.ofNullable(signals.get(Dimension.CONSISTENCY)),
          Optional.ofNullable(signals.get(Dimension.REVIEW_ACCURACY)));
    }

    /** Returns the signals that there were, by axis. */
    public Map<Dimension, Double> present() {
      Map<Dimension, Double> present = new EnumMap<>(Dimension.class);
      completionSignal.ifPresent(value -> present.put(Dimension.TASK_COMPLETION, value));
      qualitySignal.ifPresent(value -> present.put(Dimension.OUTPUT_QUALITY, value));
      improvementSignal.ifPresent(value -> present.put(Dimension.IMPROVEMENT_RATE, value));
      consistencySignal.ifPresent(value -> present.put(Dimension.CONSISTENCY, value));
      accuracySignal.ifPresent(value -> present.put(Dimension.REVIEW_ACCURACY, value));
      return present;
    }
  }
}
