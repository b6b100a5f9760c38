package org.sovereignbook.sbp.authority.ledger;

import java.time.Duration;
import org.sovereignbook.sbp.node.TimeJudge;

/** Rules of {@link TimeJudge} as SQL conditions on a column of milliseconds. */
public final class Ahead {
  private Ahead() {}

  /**
   * Returns the condition that a time is in the future, but at most {@code longest} ahead: a later
   * time was stored by a wrong clock, and counts as past. Its one parameter is now.
   */
  public static String isAhead(String column, Duration longest) {
    return "(%s - ? BETWEEN 1 AND %d)".formatted(column, TimeJudge.latestMs(longest, 0));
  }

  /** Returns the condition that a time is not in the future. Its one parameter is now. */
  public static String isPast(String column) {
    return "(%s - ? <= %d)".formatted(column, TimeJudge.SLACK.toMillis());
  }
}
