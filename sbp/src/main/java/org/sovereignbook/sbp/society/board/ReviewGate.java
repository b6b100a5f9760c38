package org.sovereignbook.sbp.society.board;

import java.util.List;

/**
 * Acceptance rule for submitted results (AGENT-STACK §6, §8: the hook TaskCompleted). Pure.
 *
 * @param least the lowest weighted mean that is accepted, 0 to 100
 */
public record ReviewGate(int least) {
  /** The highest score; 0 is the lowest. */
  public static final int BEST = 100;

  /** The weight of one reviewer in thousandths, when all are equal. */
  public static final int FULL_WEIGHT_PERMILLE = 1000;

  /**
   * One reviewer's score for an attempt.
   *
   * @param chosenByWorker whether only the worker asked for this review: such a score can fail the
   *     result, never help it pass
   */
  public record Score(int score, int weightPermille, boolean chosenByWorker) {}

  /** Outcome of judging an attempt. */
  public enum Verdict {
    WAIT,
    ACCEPT,
    REJECT
  }

  /**
   * Judges one attempt by its own scores.
   *
   * @param requested how many reviewers were asked
   * @param isOver whether the time for reviews is over: then the scores present decide, and without
   *     any the result is rejected
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
    // Compared without division, because a mean of 59.9 is below 60.
    return sum >= weights * least;
  }
}
