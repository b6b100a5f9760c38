package org.sovereignbook.sbp.society.hooks;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
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
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Slots by the five fields of cron, in a time zone. What is due at an hour that the clock leaves
 * out when summer begins is due as much later, what it repeats is due once; what is due every hour
 * goes by the hours that there are. The library counts in days without time zones.
 *
 * @param isHourly whether the field of the hour is {@code *}
 */
record CronSlots(ExecutionTime times, boolean isHourly) implements HookSlots {
  /** Before it no 29th of February was for eight years. */
  private static final ZonedDateTime BEFORE_ALL =
      LocalDateTime.of(1896, 3, 1, 0, 0).atZone(ZoneOffset.UTC);

  /** No clock is changed by more. */
  private static final Duration ABOUT = Duration.ofDays(1);

  static CronSlots of(String expression) {
    Cron cron;
    try {
      cron =
          new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX))
              .parse(expression);
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
    return new CronSlots(
        times, cron.retrieve(CronFieldName.HOUR).getExpression() instanceof Always);
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
    return isHourly
        ? zone.getRules().getValidOffsets(local).stream().map(local::toInstant).toList()
        : List.of(local.atZone(zone).toInstant());
  }

  /** By how much clocks are changed about this time: so far local times may be out of order. */
  private static Duration changed(Instant time, ZoneId zone) {
    ZoneOffsetTransition next = zone.getRules().nextTransition(time.minus(ABOUT));
    return next != null && next.getInstant().isBefore(time.plus(ABOUT))
        ? next.getDuration().abs()
        : Duration.ZERO;
  }
}
