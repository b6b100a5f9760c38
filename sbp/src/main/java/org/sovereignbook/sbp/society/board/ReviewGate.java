package org.sovereignbook.sbp.society.board;

import java.util.List;

/**
 * Whether a submitted result is accepted (AGENT-STACK §6, §8: the hook TaskCompleted). Pure.
 *
 * @param least the weighted mean that is enough, 0 to 100
 */
public record ReviewGate(int least) {
  /** Scores are from 0 to this. */
  public static final int BEST = 100;

  /** The weight of one reviewer among equals. */
  public static final int FULL_WEIGHT_PERMILLE = 1000;

  /**
   * One reviewer's judgment of the attempt in question.
   *
   * @param chosenByWorker whether only the worker has asked for it: such a one can make it harder
   *     to pass, never easier
   */
  public record Score(int score, int weightPermille, boolean chosenByWorker) {}

  /** What is to be done now. */
  public enum Verdict {
    WAIT,
    ACCEPT,
    REJECT
  }

  /**
   * Judges one attempt by its own scores.
   *
   * @param requested how many reviewers were asked
   * @param isOver whether the time for reviews is over: then those that are in decide, and none
   *     lets it pass
   */
  public Verdict judge(List<Score> scores, int requested, boolean isOver) {
    if (scores.size() < requested && !isOver) {
      return Verdict.WAIT;
    }
    List<Score> byOthers = scores.stream().filter(each -> !each.chosenByWorker()).toList();
    return isEnough(scores) && isEnough(byOthers) ? Verdict.ACCEPT : Verdict.REJECT;
  }

  private boolean isEnough(List<Score> scores) {
    long weights = scores.stream().mapToLong(Score::weightPermille).sum();
    long sum = scores.stream().mapToLong(each -> (long) each.score() * each.weightPermille()).sum();
    // Not by division, for a mean of 59.9 is below 60.
    return sum >= weights * least;
  }
}
