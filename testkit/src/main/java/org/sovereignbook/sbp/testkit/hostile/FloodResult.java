package org.sovereignbook.sbp.testkit.hostile;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers of a node to a flood.
 *
 * @param answers how many of each status; 0 stands for a connection that ended without an answer
 */
public record FloodResult(SortedMap<Integer, Integer> answers) {
  private static final int ACCEPTED = 202;

  public FloodResult {
    answers = new TreeMap<>(answers);
  }

  /** Counts the accepted envelopes. */
  public int accepted() {
    return answered(ACCEPTED);
  }

  /** Counts the answers with this status. */
  public int answered(int status) {
    return answers.getOrDefault(status, 0);
  }

  /** Counts the envelopes sent. */
  public int sent() {
    return answers.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the sum of both. */
  public FloodResult and(FloodResult other) {
    SortedMap<Integer, Integer> sum = new TreeMap<>(answers);
    other.answers.forEach((status, count) -> sum.merge(status, count, Integer::sum));
    return new FloodResult(sum);
  }
}
