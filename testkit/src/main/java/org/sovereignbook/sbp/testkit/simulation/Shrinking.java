package org.sovereignbook.sbp.testkit.simulation;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Search for a smaller plan that fails, too: fewer kinds of faults, fewer nodes, fewer days. */
final class Shrinking {
  private static final int MAX_RUNS = 40;

  private int runs;

  private Shrinking() {}

  /** Returns the outcome of the smallest failing plan that was found. */
  static Simulation.Outcome of(Simulation.Outcome failed) {
    return new Shrinking().smaller(failed);
  }

  private Simulation.Outcome smaller(Simulation.Outcome failed) {
    Simulation.Outcome best = failed;
    boolean goesOn = true;
    while (goesOn && runs < MAX_RUNS) {
      goesOn = false;
      for (Plan plan : candidates(best.plan())) {
        Simulation.Outcome outcome = runs++ < MAX_RUNS ? Simulation.run(plan) : failed;
        if (runs <= MAX_RUNS && !outcome.violations().isEmpty()) {
          best = outcome;
          goesOn = true;
          break;
        }
      }
    }
    return best;
  }

  private static List<Plan> candidates(Plan plan) {
    Stream<Plan> fewerNodes =
        Stream.of(plan.nodes() / 2, plan.nodes() - 1)
            .filter(nodes -> nodes > 1)
            .map(plan::withNodes);
    Stream<Plan> fewerDays =
        Stream.of(plan.days() / 2, plan.days() - 1).filter(days -> days > 0).map(plan::withDays);
    Stream<Plan> fewerFaults =
        plan.faults().stream()
            .sorted()
            .map(
                fault -> {
                  Set<FaultKind> others = EnumSet.noneOf(FaultKind.class);
                  others.addAll(plan.faults());
                  others.remove(fault);
                  return plan.with(others);
                });
    return Stream.of(fewerDays, fewerNodes, fewerFaults).flatMap(all -> all).distinct().toList();
  }
}
