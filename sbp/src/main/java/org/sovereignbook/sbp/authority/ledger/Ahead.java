package org.sovereignbook.sbp.authority.ledger;

import java.time.Duration;
import org.sovereignbook.sbp.node.TimeJudge;

/** Rules of {@link TimeJudge} as SQL conditions on a column of milliseconds. */
public final class Ahead {
  private Ahead() {}

  /**
   * Returns the condition that a time is yet to come, and no further ahead than it can be: what
   * lies beyond was stored by a clock that was wrong, and counts as over. Its one parameter is now.
   */
  public static String isAhead(String column, Duration longest) {
    return "(%s - ? BETWEEN 1 AND %d)".formatted(column, TimeJudge.latestMs(longest, 0));
  }

  /** Returns the condition that a time is none that is yet to come. Its one parameter is now. */
  public static String isPast(String column) {
    return "(%s - ? <= %d)".formatted(column, TimeJudge.SLACK.toMillis());
  }
}
