package org.sovereignbook.sbp.runtime.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Runs of one component in one hour. Hours without any are left out, and so is everything older
 * than a day.
 *
 * @param hour its beginning, in UTC, such as {@code 2026-03-17T12:00:00Z}
 * @param idle runs that found nothing to do
 * @param missed runs that were due while no tick ran
 */
public record RunHour(String hour, int done, int idle, int failed, int missed) {
  private static final Duration KEPT = Duration.ofHours(25);

  /** Returns the hours of a component with a run that ended now; an interrupted one is none. */
  static List<RunHour> after(List<RunHour> before, ComponentRun.Status outcome, Timestamp now) {
    String hour = hour(now.instant());
    return with(
        before,
        switch (outcome) {
          case DONE -> List.of(new RunHour(hour, 1, 0, 0, 0));
          case IDLE -> List.of(new RunHour(hour, 0, 1, 0, 0));
          case FAILED, TIMEOUT -> List.of(new RunHour(hour, 0, 0, 1, 0));
          case INTERRUPTED -> List.of();
        },
        now);
  }

  /**
   * Returns the hours of a component with missed runs.
   *
   * @param first when the first of them was due
   */
  static List<RunHour> missing(
      List<RunHour> before, Timestamp first, Duration interval, Timestamp now) {
    Instant oldest = now.instant().minus(KEPT);
    long old =
        first.instant().isBefore(oldest)
            ? Duration.between(first.instant(), oldest).dividedBy(interval) + 1
            : 0;
    List<RunHour> added = new ArrayList<>();
    Instant due = first.instant().plus(interval.multipliedBy(old));
    // The last one that was due is made up for now.
    while (!due.plus(interval).isAfter(now.instant())) {
      added.add(new RunHour(hour(due), 0, 0, 0, 1));
      due = due.plus(interval);
    }
    return with(before, added, now);
  }

  /** Reads the hours of all components in a scheduler's state, without unreadable ones. */
  public static SequencedMap<String, List<RunHour>> of(JsonObject state) {
    SequencedMap<String, List<RunHour>> all = new LinkedHashMap<>();
    JsonObject hours = state.object("hours").orElse(JsonObject.empty());
    for (String component : hours.members().keySet()) {
      List<JsonValue> stored = hours.array(component).map(JsonArray::values).orElse(List.of());
      all.put(
          component,
          stored.stream()
              .filter(JsonObject.class::isInstance)
              .map(JsonObject.class::cast)
              .map(Shape.of(RunHour.class)::readWhatFits)
              .toList());
    }
    return all;
  }

  private static String hour(Instant at) {
    return at.truncatedTo(ChronoUnit.HOURS).toString();
  }

  /** Adds up runs by hour, the oldest first, without those that are old or yet to come. */
  private static List<RunHour> with(List<RunHour> before, List<RunHour> added, Timestamp now) {
    List<RunHour> hours = new ArrayList<>(before);
    for (RunHour one : added) {
      int at = hours.stream().map(RunHour::hour).toList().indexOf(one.hour());
      if (at < 0) {
        hours.add(one);
      } else {
        hours.set(at, hours.get(at).plus(one));
      }
    }
    String oldest = hour(now.instant().minus(KEPT));
    String newest = hour(now.instant());
    hours.removeIf(one -> one.hour().compareTo(oldest) <= 0 || one.hour().compareTo(newest) > 0);
    hours.sort(Comparator.comparing(RunHour::hour));
    return List.copyOf(hours);
  }

  private RunHour plus(RunHour other) {
    return new RunHour(
        hour, done + other.done, idle + other.idle, failed + other.failed, missed + other.missed);
  }
}
