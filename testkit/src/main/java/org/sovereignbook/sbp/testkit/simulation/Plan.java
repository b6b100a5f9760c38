package org.sovereignbook.sbp.testkit.simulation;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A simulation to be run: the same plan gives the same trace.
 *
 * @param days virtual days with faults; {@link #QUIET_DAYS} without follow, in which all must
 *     converge
 * @param tick longest time between two ticks of a node on days with faults; the shortest is half
 */
record Plan(int nodes, long seed, int days, Duration tick, Set<FaultKind> faults) {
  static final int QUIET_DAYS = 11;
  static final Duration TICK = Duration.ofHours(2);

  Plan {
    faults = faults.isEmpty() ? Set.of() : Set.copyOf(faults);
  }

  static Plan of(int nodes, long seed, int days) {
    return new Plan(nodes, seed, days, TICK, EnumSet.allOf(FaultKind.class));
  }

  Plan with(Set<FaultKind> fewer) {
    return new Plan(nodes, seed, days, tick, fewer);
  }

  Plan withNodes(int fewer) {
    return new Plan(fewer, seed, days, tick, faults);
  }

  Plan withDays(int fewer) {
    return new Plan(nodes, seed, fewer, tick, faults);
  }

  Plan ticking(Duration longest) {
    return new Plan(nodes, seed, days, longest, faults);
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
    String ticks = tick.equals(TICK) ? "" : " --tick-hours " + tick.toHours();
    return "scripts/trials run network -- --nodes %d --days %d --seed %d%s%s"
        .formatted(nodes, days, seed, ticks, these);
  }
}
