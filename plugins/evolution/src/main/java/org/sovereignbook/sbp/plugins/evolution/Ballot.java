package org.sovereignbook.sbp.plugins.evolution;

import java.time.Duration;
import java.util.Optional;

/**
 * Votes on a change of a role (AGENT-STACK §9, Path C). Pure.
 *
 * @param eligible the number of those who may vote: the owner and the other members, never the
 *     agent
 * @param threshold the share of the votes cast that approves
 */
record Ballot(int eligible, int yes, int no, double threshold) {
  /** How long a vote lasts. */
  public static final Duration TERM = Duration.ofDays(7);

  /** Returns the outcome as soon as no further vote can change it, or the term is over. */
  public Optional<EvolutionChange.State> outcome(boolean isOver) {
    int left = eligible - yes - no;
    if (isOver || left == 0) {
      return Optional.of(
          passes(yes, no)
              ? EvolutionChange.State.KEPT
              : isOver ? EvolutionChange.State.EXPIRED : EvolutionChange.State.REJECTED);
    }
    if (passes(yes, no + left)) {
      return Optional.of(EvolutionChange.State.KEPT);
    }
    return passes(yes + left, no) ? Optional.empty() : Optional.of(EvolutionChange.State.REJECTED);
  }

  private boolean passes(int approving, int against) {
    int cast = approving + against;
    return cast * 2 >= eligible && cast > 0 && approving >= threshold * cast;
  }
}
