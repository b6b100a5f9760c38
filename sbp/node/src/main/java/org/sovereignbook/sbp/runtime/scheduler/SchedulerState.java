package org.sovereignbook.sbp.runtime.scheduler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code scheduler-state.json} in the seed's format (IMPLEMENTATION §7), with {@code
 * last_completed}, {@code last_exit} for each component (CHOICES 9), {@code triggered}: components
 * still to run after another, and {@code hours}: the runs of the last day. Immutable.
 *
 * @param lastRun when each component's last run ended
 * @param currentComponent the component that runs now, or ran when a tick was killed
 * @param lastUpdated when a tick last wrote this
 * @param triggered components whose {@code run_after} has fired and that have not run since
 * @param hours the runs of each component, the oldest hour first
 */
public record SchedulerState(
    SequencedMap<String, Timestamp> lastRun,
    Optional<String> currentComponent,
    int inboxCount,
    Optional<Timestamp> lastUpdated,
    Optional<String> lastCompleted,
    SequencedMap<String, LastExit> lastExit,
    Set<String> triggered,
    SequencedMap<String, List<RunHour>> hours) {

  /** The first pause after a failure; it doubles with each further one. */
  static final Duration AFTER_FAILURE = Duration.ofMinutes(15);

  private static final int MOST_DOUBLINGS = 10;

  /**
   * The end of a component's last run.
   *
   * @param exitCode only when the command ended by itself
   * @param failures how many runs have failed since the last good one, also of one that was
   *     interrupted after failures; 0 of a failed one that is to run at once
   */
  public record LastExit(
      ComponentRun.Status outcome,
      Optional<Integer> exitCode,
      Timestamp at,
      Optional<Integer> failures) {
    boolean isFailing() {
      return outcome.isFailure() || failures.isPresent();
    }

    Duration pauseAtMost(Duration interval) {
      if (!isFailing()) {
        return interval;
      }
      int all = failures.orElse(1);
      Duration pause =
          all == 0
              ? Duration.ZERO
              : AFTER_FAILURE.multipliedBy(1L << Math.clamp(all - 1, 0, MOST_DOUBLINGS));
      return pause.compareTo(interval) < 0 ? pause : interval;
    }
  }

  /** The seed's file for a node that has never run. */
  private static final JsonObject SEED =
      JsonObject.empty()
          .with("last_run", JsonObject.empty())
          .with("current_component", JsonNull.INSTANCE)
          .with("inbox_count", 0)
          .with("last_updated", JsonNull.INSTANCE)
          .with("last_completed", JsonNull.INSTANCE);

  static final SchedulerState FRESH =
      new SchedulerState(
          new LinkedHashMap<>(),
          Optional.empty(),
          0,
          Optional.empty(),
          Optional.empty(),
          new LinkedHashMap<>(),
          Set.of(),
          new LinkedHashMap<>());

  public SchedulerState {
    lastRun = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(lastRun));
    lastExit = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(lastExit));
    triggered = Collections.unmodifiableSet(new LinkedHashSet<>(triggered));
    hours = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hours));
  }

  /** Returns the JSON of the file, with null for absent values. */
  JsonObject json() {
    JsonObject json = SEED;
    for (Map.Entry<String, JsonValue> member : Shape.write(this).members().entrySet()) {
      json = json.with(member.getKey(), member.getValue());
    }
    return json;
  }

  /** Returns how long a component waits after its last run: less than its interval if it failed. */
  Duration pause(ComponentConfig component) {
    return exit(component.name())
        .map(exit -> exit.pauseAtMost(component.interval()))
        .orElse(component.interval());
  }

  /** Returns the end of a component's last run, if none was good since it failed. */
  Optional<LastExit> failure(String component) {
    return exit(component).filter(LastExit::isFailing);
  }

  private Optional<LastExit> exit(String component) {
    return Optional.ofNullable(lastExit.get(component));
  }

  /**
   * Returns how many runs of a component have failed one after the other, with this one; an
   * interrupted one neither fails nor ends that.
   */
  Optional<Integer> failures(String component, ComponentRun.Status outcome) {
    Optional<Integer> before = failure(component).map(it -> it.failures().orElse(1));
    return outcome == ComponentRun.Status.INTERRUPTED
        ? before
        : Optional.of(1 + before.orElse(0)).filter(_ -> outcome.isFailure());
  }

  /** Returns a copy in which what failed last does not wait. */
  SchedulerState retrying() {
    SequencedMap<String, LastExit> exits = new LinkedHashMap<>(lastExit);
    exits.replaceAll(
        (_, exit) ->
            exit.isFailing()
                ? new LastExit(exit.outcome(), exit.exitCode(), exit.at(), Optional.of(0))
                : exit);
    return new SchedulerState(
        lastRun, currentComponent, inboxCount, lastUpdated, lastCompleted, exits, triggered, hours);
  }

  /** Returns when a component's last run ended. */
  Optional<Timestamp> lastRun(String component) {
    return Optional.ofNullable(lastRun.get(component));
  }

  /**
   * Counts the runs missed in a time without ticks, as when the machine was asleep, without the one
   * that is caught up now. This must be the state that the last tick before the gap left.
   */
  long missed(ComponentConfig component, Timestamp now) {
    return firstMissed(component)
        .filter(first -> !first.isAfter(now))
        .map(
            first ->
                Duration.between(first.instant(), now.instant()).dividedBy(component.interval()))
        .orElse(0L);
  }

  /** Returns when the first run was due that may be missed; empty for one without an interval. */
  private Optional<Timestamp> firstMissed(ComponentConfig component) {
    Optional<Timestamp> last = lastRun(component.name());
    if (last.isEmpty() || lastUpdated.isEmpty() || component.intervalMinutes() == 0) {
      return Optional.empty();
    }
    // A component that was due before the gap had a reason not to run, so that is not counted.
    Timestamp due = last.get().plus(component.interval());
    return Optional.of(due.isBefore(lastUpdated.get()) ? lastUpdated.get() : due);
  }

  /** Returns a copy that also has the runs of a component that the other state says are missed. */
  SchedulerState withMissed(SchedulerState before, ComponentConfig component, Timestamp now) {
    List<RunHour> all =
        before
            .firstMissed(component)
            .map(
                first ->
                    RunHour.missing(hoursOf(component.name()), first, component.interval(), now))
            .orElseGet(() -> hoursOf(component.name()));
    return new SchedulerState(
        lastRun,
        currentComponent,
        inboxCount,
        lastUpdated,
        lastCompleted,
        lastExit,
        triggered,
        hoursWith(component.name(), all));
  }

  private List<RunHour> hoursOf(String component) {
    return hours.getOrDefault(component, List.of());
  }

  private SequencedMap<String, List<RunHour>> hoursWith(String component, List<RunHour> all) {
    SequencedMap<String, List<RunHour>> next = new LinkedHashMap<>(hours);
    next.put(component, all);
    return next;
  }

  SchedulerState starting(String component, int inboxNow, Timestamp now) {
    return with(lastRun, Optional.of(component), inboxNow, Optional.of(now));
  }

  /**
   * Returns the state after a run. An interrupted run does not count.
   *
   * @param followers the components that it triggers
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
        waiting,
        hoursWith(component, RunHour.after(hoursOf(component), exit.outcome(), exit.at())));
  }

  SchedulerState resting(int inboxNow, Timestamp now) {
    return with(lastRun, Optional.empty(), inboxNow, Optional.of(now));
  }

  /**
   * Returns a copy without times in the future, which a clock set back would leave; they become
   * now.
   */
  SchedulerState notAfter(Timestamp now) {
    SequencedMap<String, Timestamp> runs = new LinkedHashMap<>(lastRun);
    runs.replaceAll((name, at) -> TimeJudge.past(at, now));
    return with(runs, currentComponent, inboxCount, lastUpdated.map(at -> TimeJudge.past(at, now)));
  }

  /**
   * Sets the triggered components. Used for the state of another scheduler, which records the last
   * component only.
   */
  SchedulerState withTriggered(List<String> components) {
    return new SchedulerState(
        lastRun,
        currentComponent,
        inboxCount,
        lastUpdated,
        lastCompleted,
        lastExit,
        new LinkedHashSet<>(components),
        hours);
  }

  private SchedulerState with(
      SequencedMap<String, Timestamp> runs,
      Optional<String> current,
      int inbox,
      Optional<Timestamp> updated) {
    return new SchedulerState(
        runs, current, inbox, updated, lastCompleted, lastExit, triggered, hours);
  }

  /**
   * The state at the beginning of a tick.
   *
   * @param state the corrected state: no component runs, and no time is in the future
   * @param notes corrections that the operator should know
   * @param damaged the name under which to keep the file if it is unreadable
   */
  record Loaded(SchedulerState state, List<String> notes, Optional<String> damaged) {}

  /**
   * Reads the state of the last tick; a damaged document does not stop the node.
   *
   * @param ticking whether a tick is running now, so that its current component is no leftover
   */
  static Loaded load(Node node, Store store, SchedulerConfig config, boolean ticking) {
    Path file = StateDocument.SCHEDULER.in(node.home());
    Timestamp now = node.now();
    try {
      Optional<JsonObject> json = store.state(StateDocument.SCHEDULER);
      return json.isPresent()
          ? settled(read(json.get(), config), now, ticking)
          : new Loaded(FRESH, List.of(), Optional.empty());
    } catch (NodeException | IllegalArgumentException e) {
      String aside = asideName(node, now);
      String note =
          "%s cannot be used (%s); it is kept as %s, and every component counts as never run"
              .formatted(file.getFileName(), e.getMessage(), aside);
      return new Loaded(FRESH, List.of(note), Optional.of(aside));
    }
  }

  private static Loaded settled(SchedulerState found, Timestamp now, boolean ticking) {
    List<String> notes = new ArrayList<>();
    found
        .currentComponent()
        .filter(_ -> !ticking)
        .ifPresent(
            component ->
                notes.add(
                    "the tick that ran %s since %s ended before it did; it runs again when due"
                        .formatted(
                            component,
                            found.lastUpdated().map(Timestamp::toString).orElse("some time ago"))));
    found.lastRun().values().stream()
        .filter(at -> TimeJudge.isBeyond(at, Duration.ZERO, now))
        .max(Timestamp::compareTo)
        .ifPresent(
            at ->
                notes.add(
                    "the clock has gone back: a component has run at %s, which is yet to come;"
                            .formatted(at)
                        + " it counts as having run now"));
    SchedulerState settled = found.notAfter(now);
    return new Loaded(
        settled.resting(settled.inboxCount(), settled.lastUpdated().orElse(now)),
        notes,
        Optional.empty());
  }

  private static SchedulerState read(JsonObject json, SchedulerConfig config) {
    SchedulerState state = Shape.of(SchedulerState.class).read(json);
    return json.has("triggered") || state.lastCompleted().isEmpty()
        ? state
        : state.withTriggered(config.runningAfter(state.lastCompleted().get()));
  }

  private static String asideName(Node node, Timestamp now) {
    String name = "scheduler-state-damaged-" + now.inFileName() + ".json";
    return FreeName.of(node.home().runtime().resolve(name), node.disk()::exists)
        .getFileName()
        .toString();
  }
}
