package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.AxisScores;
import org.sovereignbook.sbp.society.reputation.ScoreChange;

/**
 * Diagnosis of an agent from its latest attempts (AGENT-STACK §9). Pure.
 *
 * @param sample the number of attempts that were looked at
 * @param confidence from 0 to 1
 */
record Diagnosis(List<Fault> faults, int sample, double confidence) {
  static final int ATTEMPTS = 50;

  private static final int FEWEST_ATTEMPTS = 5;
  private static final double ENOUGH_CONFIDENCE = 0.5;
  private static final double FAILURE_SHARE = 0.30;
  private static final double REWORK_SHARE = 0.20;
  private static final double LOW = 45;
  private static final double NOT_IMPROVING = 40;
  private static final int MOST_PROMPTS = 2;
  private static final int RHYTHM = 10;
  private static final int RHYTHM_IN_WATCH = 5;

  private static final Set<String> FAILED = Set.of("failed", "rejected", "exhausted");
  private static final Set<String> REWORKED = Set.of("rejected", "accepted_after_rework");

  /** Fault of an agent that its attempts show. */
  enum Fault {
    HIGH_FAILURE_RATE,
    FREQUENT_REWORK,
    LOW_OUTPUT_QUALITY,
    INCONSISTENT_OUTPUT,
    NOT_IMPROVING;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Diagnoses an agent.
   *
   * @param attempts its latest attempts, at most {@link #ATTEMPTS}
   */
  static Diagnosis of(AxisScores scores, List<ScoreChange> attempts) {
    List<Fault> faults =
        Stream.of(
                found(Fault.HIGH_FAILURE_RATE, share(attempts, FAILED) > FAILURE_SHARE),
                found(Fault.FREQUENT_REWORK, share(attempts, REWORKED) > REWORK_SHARE),
                found(Fault.LOW_OUTPUT_QUALITY, scores.outputQuality() < LOW),
                found(Fault.INCONSISTENT_OUTPUT, scores.consistency() < LOW),
                found(Fault.NOT_IMPROVING, scores.improvementRate() < NOT_IMPROVING))
            .flatMap(each -> each)
            .toList();
    double confidence =
        attempts.size() < FEWEST_ATTEMPTS || faults.isEmpty()
            ? 0
            : faults.size() == 1 ? ENOUGH_CONFIDENCE : 0.75;
    return new Diagnosis(faults, attempts.size(), confidence);
  }

  private static Stream<Fault> found(Fault fault, boolean isFound) {
    return isFound ? Stream.of(fault) : Stream.empty();
  }

  private static double share(List<ScoreChange> attempts, Set<String> causes) {
    long matching = attempts.stream().filter(each -> causes.contains(each.cause())).count();
    return matching / (double) Math.max(1, attempts.size());
  }

  /** Returns whether a diagnosis is due after so many attempts. */
  static boolean isDue(AgentStanding.State state, int attempts) {
    return attempts % (state == AgentStanding.State.WATCH ? RHYTHM_IN_WATCH : RHYTHM) == 0;
  }

  boolean isSure() {
    return confidence >= ENOUGH_CONFIDENCE;
  }

  /**
   * Returns the least invasive path that is left; empty when all have been tried. Whether a model
   * is left to try is in the team's file: a draft that finds none goes on with the role.
   *
   * @param prompts the number of changes of the prompt that have not helped
   * @param roles the number of changes of the role that have not helped
   */
  Optional<EvolutionChange.Path> path(int prompts, int roles) {
    boolean isForPrompt = faults.stream().anyMatch(fault -> fault != Fault.NOT_IMPROVING);
    if (roles > 0) {
      return Optional.empty();
    }
    return Optional.of(
        prompts < MOST_PROMPTS && isForPrompt
            ? EvolutionChange.Path.PROMPT
            : EvolutionChange.Path.MODEL);
  }
}
