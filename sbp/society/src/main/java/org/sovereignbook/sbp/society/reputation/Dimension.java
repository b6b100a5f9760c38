package org.sovereignbook.sbp.society.reputation;

import org.sovereignbook.sbp.base.json.Words;

/** Axis of a reputation, with its share of the composite (AGENT-STACK §7). */
public enum Dimension {
  TASK_COMPLETION(25),
  OUTPUT_QUALITY(30),
  IMPROVEMENT_RATE(25),
  CONSISTENCY(10),
  REVIEW_ACCURACY(10);

  private final int percent;

  Dimension(int percent) {
    this.percent = percent;
  }

  /** Returns the share in percent; together they are 100. */
  public int percent() {
    return percent;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
