package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code scheduler-state.json} in the seed's format (IMPLEMENTATION §7), with {@code
 * last_completed}, {@code last_exit} for each component (CHOICES 9), and {@code triggered}: who is
 * still to run after somebody else. Immutable.
 *
 * @param lastRun when each component's last run ended
 * @param currentComponent what runs now, or ran when a tick was killed
 * @param lastUpdated when a tick last wrote this
 * @param triggered components whose {@code run_after} has fired and that have not run since
 */
public record SchedulerState(
    SequencedMap<String, Timestamp> lastRun,
    @Shape.OrNull Optional<String> currentComponent,
    int inboxCount,
    @Shape.OrNull Optional<Timestamp> lastUpdated,
    @Shape.OrNull Optional<String> lastCompleted,
    SequencedMap<String, LastExit> lastExit,
    Set<String> triggered) {

  /** How a component's last run ended; there is a code only when the command ended by itself. */
  public record LastExit(
      ComponentRun.Status outcome,
      @Shape.Named("exit_code") Optional<Integer> code,
      Timestamp at) {}

  static final SchedulerState FRESH =
      new SchedulerState(
          new LinkedHashMap<>(),
          Optional.empty(),
          0,
          Optional.empty(),
          Optional.empty(),
          new LinkedHashMap<>(),
          Set.of());

  public SchedulerState {
    lastRun = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(lastRun));
    lastExit = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(lastExit));
    triggered = Collections.unmodifiableSet(new LinkedHashSet<>(triggered));
  }

  /** When a component's last run ended. */
  Optional<Timestamp> lastRun(String component) {
    return Optional.ofNullable(lastRun.get(component));
  }

  /**
   * How many runs fell into a time without ticks, as when the machine was asleep, beside the one
   * that is made up for now. This is the state as the last tick before the gap left it.
   */
  long missed(ComponentConfig component, Timestamp now) {
    Optional<Timestamp> last = lastRun(component.name());
    if (last.isEmpty() || lastUpdated.isEmpty() || component.intervalMinutes() == 0) {
      return 0;
    }
    // A component that was due before the gap, and did not run, had a reason: that is no miss.
    Timestamp due = last.get().plus(component.interval());
    Timestamp firstInGap = due.isBefore(lastUpdated.get()) ? lastUpdated.get() : due;
    return firstInGap.isAfter(now)
        ? 0
        : Duration.between(firstInGap.instant(), now.instant()).dividedBy(component.interval());
  }

  SchedulerState starting(String component, int inboxNow, Timestamp now) {
    return with(lastRun, Optional.of(component), inboxNow, Optional.of(now));
  }

  /**
   * After a run. One that was interrupted counts as not having been.
   *
   * @param followers who is to run after it
   */
  SchedulerState finished(String component, LastExit exit, List<String> followers) {
    boolean counts = exit.outcome() != ComponentRun.Status.INTERRUPTED;
    SequencedMap<String, Timestamp> runs = new LinkedHashMap<>(lastRun);
    Set<String> waiting = new LinkedHashSet<>(triggered);
    if (counts) {
      runs.put(component, exit.at());
      waiting.remove(component);
      waiting.addAll(followers);
    }
    SequencedMap<String, LastExit> exits = new LinkedHashMap<>(lastExit);
    exits.put(component, exit);
    return new SchedulerState(
        runs,
        Optional.empty(),
        inboxCount,
        Optional.of(exit.at()),
        counts ? Optional.of(component) : lastCompleted,
        exits,
        waiting);
  }

  SchedulerState resting(int inboxNow, Timestamp now) {
    return with(lastRun, Optional.empty(), inboxNow, Optional.of(now));
  }

  /** Nothing can have run in the future: where the clock has gone back, it was just now. */
  SchedulerState notAfter(Timestamp now) {
    SequencedMap<String, Timestamp> runs = new LinkedHashMap<>(lastRun);
    runs.replaceAll((name, at) -> at.isAfter(now) ? now : at);
    return with(
        runs, currentComponent, inboxCount, lastUpdated.map(at -> at.isAfter(now) ? now : at));
  }

  /** What another scheduler has left says only who came last: then it is that one that triggers. */
  SchedulerState withTriggered(List<String> components) {
    return new SchedulerState(
        lastRun,
        currentComponent,
        inboxCount,
        lastUpdated,
        lastCompleted,
        lastExit,
        new LinkedHashSet<>(components));
  }

  private SchedulerState with(
      SequencedMap<String, Timestamp> runs,
      Optional<String> current,
      int inbox,
      Optional<Timestamp> updated) {
    return new SchedulerState(runs, current, inbox, updated, lastCompleted, lastExit, triggered);
  }
}
