package org.sovereignbook.sbp.testkit.simulation;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A simulation to be run: the same plan gives the same trace.
 *
 * @param days virtual days with faults; {@link #QUIET_DAYS} without follow, in which all must
 *     converge
 */
record Plan(int nodes, long seed, int days, Set<FaultKind> faults) {
  static final int QUIET_DAYS = 9;

  Plan {
    faults = faults.isEmpty() ? Set.of() : Set.copyOf(faults);
  }

  static Plan of(int nodes, long seed, int days) {
    return new Plan(nodes, seed, days, EnumSet.allOf(FaultKind.class));
  }

  Plan with(Set<FaultKind> fewer) {
    return new Plan(nodes, seed, days, fewer);
  }

  Plan withNodes(int fewer) {
    return new Plan(fewer, seed, days, faults);
  }

  Plan withDays(int fewer) {
    return new Plan(nodes, seed, fewer, faults);
  }

  boolean has(FaultKind fault) {
    return faults.contains(fault);
  }

  /** Returns the command that runs this plan. */
  String command() {
    String these =
        faults.size() == FaultKind.values().length
            ? ""
            : " --faults "
                + (faults.isEmpty()
                    ? "none"
                    : faults.stream()
                        .sorted()
                        .map(FaultKind::toString)
                        .collect(Collectors.joining(",")));
    return "scripts/trials run network -- --nodes %d --days %d --seed %d%s"
        .formatted(nodes, days, seed, these);
  }
}
