package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Rest of an agent that no change has helped; an event of its trail.
 *
 * @param round the number of rests since the agent last did well, with this one
 * @param attempts the agent's number of attempts at its beginning
 * @param lasts the number of attempts until a change is tried again; doubled each time
 * @param tried the changes since the agent last did well, oldest first
 * @param cost what they have cost, in words
 */
record EvolutionRest(int round, int attempts, int lasts, List<String> tried, String cost) {
  static final String KIND = "rests";
  static final Shape<EvolutionRest> SHAPE = Shape.of(EvolutionRest.class);

  private static final int FIRST = 50;
  private static final int MOST_DOUBLINGS = 20;

  static EvolutionRest of(int round, int attempts, List<String> tried, ChangeCost cost) {
    return new EvolutionRest(
        round, attempts, FIRST << Math.min(round - 1, MOST_DOUBLINGS), tried, cost.text());
  }

  /** Returns whether the owner is told of it: once, until the agent has done well again. */
  public boolean isFirst() {
    return round == 1;
  }
}
