package org.sovereignbook.sbp.society.reputation;

import java.util.OptionalDouble;

/**
 * Review of an attempt that has its verdict.
 *
 * @param target the agent whose work was reviewed
 * @param score from 0 to 100
 * @param others the weighted median of the other reviews of that attempt; empty when there were
 *     none
 * @param verified the score that a later check of the result found, where there was one
 */
public record PastReview(
    String reviewer, String target, double score, OptionalDouble others, OptionalDouble verified) {

  /** Returns the distance from the other reviews of that attempt. */
  OptionalDouble residual() {
    return others.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(score - others.getAsDouble());
  }
}
