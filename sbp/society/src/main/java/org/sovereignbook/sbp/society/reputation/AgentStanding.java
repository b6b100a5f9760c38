package org.sovereignbook.sbp.society.reputation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Scores and state of an agent.
 *
 * @param attempts the number of attempts that have a verdict
 * @param low the number of verdicts in a row after which the composite was below {@link #EVOLVE}
 */
public record AgentStanding(AxisScores scores, State state, int attempts, int low) {

  /** Standing of a new agent. */
  public static final AgentStanding START = new AgentStanding(AxisScores.START, State.WATCH, 0, 0);

  /** An agent is healthy from this composite on; composites are from 0 to 100. */
  public static final double HEALTHY = 80;

  /** An agent is watched from this composite on, and warned below it. */
  public static final double WATCH = 60;

  /** Verdicts in a row that leave an agent below this composite make it due for a change. */
  public static final double EVOLVE = 40;

  /** An agent leaves the state {@link State#EVOLVE} at this composite only. */
  static final double RECOVERED = 50;

  private static final int LOW_VERDICTS = 2;
  private static final int FEWEST_ATTEMPTS = 5;

  /** State by composite (AGENT-STACK §7). */
  public enum State {
    HEALTHY,
    WATCH,
    WARNING,
    EVOLVE;

    /** Returns whether the operator is notified when an agent gets into this state. */
    public boolean isAlarming() {
      return this == WARNING || this == EVOLVE;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns the standing after one more attempt with its verdict. */
  public AgentStanding after(Map<Dimension, Double> signals) {
    AxisScores next = scores.after(signals);
    int nowLow = next.composite() < EVOLVE ? low + 1 : 0;
    return new AgentStanding(next, state(next.composite(), nowLow), attempts + 1, nowLow);
  }

  /** Returns the standing after a signal that is no attempt of the agent, such as for a review. */
  public AgentStanding withSignal(Dimension dimension, double signal) {
    AxisScores next = scores.after(Map.of(dimension, signal));
    return new AgentStanding(next, state(next.composite(), low), attempts, low);
  }

  /**
   * Returns what is missing before the agent gets into the state {@link State#EVOLVE}, such as
   * {@code 3 of 5 attempts}; empty when nothing is.
   */
  public Optional<String> missing() {
    List<String> missing = new ArrayList<>();
    if (attempts < FEWEST_ATTEMPTS) {
      missing.add(attempts + " of " + FEWEST_ATTEMPTS + " attempts");
    }
    if (low < LOW_VERDICTS) {
      missing.add(
          "%d of %d verdicts in a row with a composite below %d%s"
              .formatted(
                  low,
                  LOW_VERDICTS,
                  (int) EVOLVE,
                  attempts == 0
                      ? ""
                      : String.format(Locale.ROOT, " (now %.1f)", scores.composite())));
    }
    return state == State.EVOLVE || missing.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join(", ", missing));
  }

  private State state(double composite, int nowLow) {
    boolean found = nowLow >= LOW_VERDICTS && attempts + 1 >= FEWEST_ATTEMPTS;
    boolean stays = state == State.EVOLVE && composite < RECOVERED;
    if (found || stays) {
      return State.EVOLVE;
    }
    if (composite >= HEALTHY) {
      return State.HEALTHY;
    }
    return composite >= WATCH ? State.WATCH : State.WARNING;
  }
}
