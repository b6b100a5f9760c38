package org.sovereignbook.sbp.society.reputation;

import java.util.List;
import org.sovereignbook.sbp.base.json.Words;

/** Direction of a composite score over its latest changes (AGENT-STACK §7). */
public enum Trend {
  IMPROVING,
  DECLINING,
  STABLE;

  /** The number of latest changes that are looked at. */
  static final int CHANGES = 10;

  private static final int FEWEST_CHANGES = 4;
  private static final double CLEAR_POINTS = 3;

  /** Returns the trend of composites, oldest first: their second half against the first. */
  static Trend of(List<Double> composites) {
    List<Double> latest =
        composites.subList(Math.max(0, composites.size() - CHANGES), composites.size());
    if (latest.size() < FEWEST_CHANGES) {
      return STABLE;
    }
    int half = latest.size() / 2;
    double change =
        Statistics.mean(latest.subList(half, latest.size()))
            - Statistics.mean(latest.subList(0, half));
    return change > CLEAR_POINTS ? IMPROVING : change < -CLEAR_POINTS ? DECLINING : STABLE;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
