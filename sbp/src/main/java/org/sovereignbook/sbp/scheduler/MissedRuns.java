package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.time.Instant;
import org.sovereignbook.sbp.protocol.Timestamp;

/** Counts runs that fell into a time without ticks, as when the machine was asleep. */
final class MissedRuns {
  private MissedRuns() {}

  /**
   * How many runs were missed beside the one that is made up for now.
   *
   * @param state as the last tick before the gap left it
   */
  static long count(ComponentConfig component, SchedulerState state, Timestamp now) {
    Timestamp last = state.lastRun().get(component.name());
    if (last == null || state.lastUpdated().isEmpty() || component.intervalMinutes() == 0) {
      return 0;
    }
    // A component that was due before the gap, and did not run, had a reason: that is no miss.
    Instant due = last.instant().plus(component.interval());
    Instant lastTick = state.lastUpdated().get().instant();
    Instant firstInGap = due.isBefore(lastTick) ? lastTick : due;
    if (firstInGap.isAfter(now.instant())) {
      return 0;
    }
    return Duration.between(firstInGap, now.instant()).dividedBy(component.interval());
  }
}
