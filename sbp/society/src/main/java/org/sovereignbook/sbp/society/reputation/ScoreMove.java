package org.sovereignbook.sbp.society.reputation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Change of a composite score, with its reason in a sentence.
 *
 * @param before the composite before the change
 * @param why the sentence, which names no task
 */
public record ScoreMove(@Shape.Inline ScoreChange change, double before, String why) {
  /** Points below which an axis does not explain a change. */
  private static final double NOTHING = 0.05;

  static List<ScoreMove> of(List<ScoreChange> changes, AxisScores start) {
    List<ScoreMove> moves = new ArrayList<>();
    AxisScores before = start;
    for (ScoreChange change : changes) {
      moves.add(new ScoreMove(change, before.composite(), why(before, change)));
      before = change.scores();
    }
    return moves;
  }

  private static String why(AxisScores before, ScoreChange change) {
    double from = before.composite();
    double to = change.composite();
    String moved =
        Math.abs(to - from) < NOTHING
            ? "stayed at " + shown(to)
            : "%s from %s to %s".formatted(to > from ? "rose" : "fell", shown(from), shown(to));
    return moved
        + ": "
        + cause(change)
        + mostOf(before, change)
            .filter(_ -> Math.abs(to - from) >= NOTHING)
            .map(
                axis ->
                    "; most of it is %s, %s to %s"
                        .formatted(
                            axis.toString().replace('_', ' '),
                            shown(before.of(axis)),
                            shown(change.scores().of(axis))))
            .orElse("");
  }

  private static String cause(ScoreChange change) {
    String verdict = change.verdict().map(it -> " with a verdict of " + shown(it)).orElse("");
    String attempt = "attempt " + change.attempt();
    if (change.cause().equals(ScoreChange.REVIEWED)) {
      return change
          .signals()
          .accuracySignal()
          .map(
              near ->
                  "its review was %s points away from what the others found"
                      .formatted(shown(100 - near)))
          .orElse("its review was compared with the others");
    }
    return switch (EndedAttempt.Ending.valueOf(change.cause().toUpperCase(Locale.ROOT))) {
      case ACCEPTED -> attempt + " was accepted" + verdict;
      case ACCEPTED_AFTER_REWORK -> attempt + " was accepted after rework" + verdict;
      case REJECTED -> attempt + " was rejected" + verdict;
      case EXHAUSTED -> attempt + ", the last one, was rejected" + verdict;
      case FAILED -> "it gave up attempt " + change.attempt();
    };
  }

  /** Returns the axis that moved the composite most, in the direction in which it moved. */
  private static Optional<Dimension> mostOf(AxisScores before, ScoreChange change) {
    double direction = Math.signum(change.composite() - before.composite());
    return change.signals().present().keySet().stream()
        .max(
            Comparator.comparingDouble(
                axis -> direction * axis.percent() * (change.scores().of(axis) - before.of(axis))));
  }

  private static String shown(double score) {
    String text = String.format(Locale.ROOT, "%.1f", score);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
