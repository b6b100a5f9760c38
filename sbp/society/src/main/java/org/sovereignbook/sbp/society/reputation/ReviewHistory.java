package org.sovereignbook.sbp.society.reputation;

import java.util.List;

/** Reviews of the past, and the reviewers' reputations, when a verdict is found. */
public interface ReviewHistory {
  /** The number of a reviewer's latest reviews that are looked at. */
  int LATEST = 200;

  /** Returns a reviewer's latest reviews, at most {@link #LATEST}, newest first. */
  List<PastReview> by(String reviewer);

  /** Returns the composite score of an agent; {@code AxisScores.START.composite()} when unknown. */
  double reputation(String agent);
}
