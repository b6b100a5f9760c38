package org.sovereignbook.sbp.plugins.hooks;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Slots of a cron expression with five fields, in a time zone. Slots in the hour that is skipped
 * when summer time begins run later by the length of the gap; slots in the repeated hour run once;
 * slots of an hour between two other hours with slots follow the hours that exist. The library
 * computes with local times.
 *
 * @param hours the hours that have slots
 */
record CronSlots(ExecutionTime times, Set<Integer> hours) implements HookSlots {
  private static final int HOURS_OF_A_DAY = 24;
  private static final int HOUR_FIELD = 1;

  /** A start date after the longest gap between two 29ths of February, eight years. */
  private static final ZonedDateTime BEFORE_ALL =
      LocalDateTime.of(1896, 3, 1, 0, 0).atZone(ZoneOffset.UTC);

  /** The range around a time in which a clock change can affect it. No clock is changed by more. */
  private static final Duration ABOUT = Duration.ofDays(1);

  static CronSlots of(String expression) {
    Cron cron;
    try {
      cron = parsed(expression);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cron is five fields (minute hour day month weekday), not "
              + expression
              + ": "
              + e.getMessage(),
          e);
    }
    ExecutionTime times = ExecutionTime.forCron(cron);
    HookDeclaration.require(
        times.nextExecution(BEFORE_ALL).isPresent(), "no day is ever so: " + expression);
    return new CronSlots(times, hours(expression.strip().split("\\s+")[HOUR_FIELD]));
  }

  /** Returns the hours that a field matches, however it is written. */
  private static Set<Integer> hours(String field) {
    ExecutionTime times = ExecutionTime.forCron(parsed("0 " + field + " * * *"));
    Set<Integer> hours = new HashSet<>();
    ZonedDateTime time = BEFORE_ALL;
    for (int i = 0; i < HOURS_OF_A_DAY; i++) {
      time = times.nextExecution(time).orElseThrow();
      hours.add(time.getHour());
    }
    return hours;
  }

  private static Cron parsed(String expression) {
    return new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX))
        .parse(expression);
  }

  /** Returns whether the slots of an hour have others in the hours before and after. */
  private boolean isHourly(int hour) {
    return hours.contains(hour)
        && hours.contains((hour + 1) % HOURS_OF_A_DAY)
        && hours.contains((hour + HOURS_OF_A_DAY - 1) % HOURS_OF_A_DAY);
  }

  @Override
  public List<Instant> between(Instant after, Instant until, Instant since, ZoneId zone) {
    TreeSet<Instant> slots = new TreeSet<>(Comparator.reverseOrder());
    LocalDateTime first = after.atZone(zone).toLocalDateTime().minus(changed(after, zone));
    Optional<LocalDateTime> slot =
        before(
            until
                .atZone(zone)
                .toLocalDateTime()
                .truncatedTo(ChronoUnit.MINUTES)
                .plus(changed(until, zone))
                .plusMinutes(1));
    while (slot.filter(first::isBefore).isPresent() && slots.size() < MAX_COUNTED_SLOTS) {
      for (Instant instant : instants(slot.get(), zone)) {
        if (instant.isAfter(after) && !instant.isAfter(until)) {
          slots.add(instant);
        }
      }
      slot = before(slot.get());
    }
    return List.copyOf(slots);
  }

  private Optional<LocalDateTime> before(LocalDateTime time) {
    return times.lastExecution(time.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
  }

  private List<Instant> instants(LocalDateTime local, ZoneId zone) {
    return isHourly(local.getHour())
        ? zone.getRules().getValidOffsets(local).stream().map(local::toInstant).toList()
        : List.of(local.atZone(zone).toInstant());
  }

  /**
   * Returns by how much clocks are changed near this time. Within that span local times may be out
   * of order.
   */
  private static Duration changed(Instant time, ZoneId zone) {
    ZoneOffsetTransition next = zone.getRules().nextTransition(time.minus(ABOUT));
    return next != null && next.getInstant().isBefore(time.plus(ABOUT))
        ? next.getDuration().abs()
        : Duration.ZERO;
  }
}
