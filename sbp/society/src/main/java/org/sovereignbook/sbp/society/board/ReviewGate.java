package org.sovereignbook.sbp.society.board;

import java.util.OptionalDouble;

/**
 * Acceptance rule for submitted results (AGENT-STACK §6, §8: the hook TaskCompleted). Pure.
 *
 * @param least the lowest verdict that is accepted, 0 to 100
 */
public record ReviewGate(int least) {
  /** The highest score; 0 is the lowest. */
  public static final int BEST = 100;

  /** Outcome of judging an attempt. */
  public enum Verdict {
    WAIT,
    ACCEPT,
    REJECT
  }

  /**
   * Judges one attempt after its reviews; without any it is accepted.
   *
   * @param all the verdict of all reviewers
   * @param byOthers the verdict without the reviewers that only the worker asked: such a review can
   *     fail the result, never help it pass
   */
  Verdict judge(OptionalDouble all, OptionalDouble byOthers) {
    return isEnough(all) && isEnough(byOthers) ? Verdict.ACCEPT : Verdict.REJECT;
  }

  private boolean isEnough(OptionalDouble verdict) {
    return verdict.isEmpty() || verdict.getAsDouble() >= least;
  }
}
