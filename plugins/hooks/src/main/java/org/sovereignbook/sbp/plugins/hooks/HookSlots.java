package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The minutes at which a hook is due. They are computed, not stored; stored is the time up to which
 * all slots are done. Pure.
 */
interface HookSlots {
  /** Most slots counted; far above any catch-up limit. */
  int MAX_COUNTED_SLOTS = 2_000;

  Pattern INTERVAL = Pattern.compile("([1-9][0-9]{0,3})([mhd])");

  /**
   * Returns the slots after {@code after} up to and including {@code until}, newest first, at most
   * {@link #MAX_COUNTED_SLOTS}.
   *
   * @param since the start of intervals
   */
  List<Instant> between(Instant after, Instant until, Instant since, ZoneId zone);

  /** Slots that are found one by one, each from the one after it. */
  @FunctionalInterface
  interface ChainedSlots extends HookSlots {
    /** Returns the last slot strictly before this time. */
    Optional<Instant> before(Instant time, Instant since, ZoneId zone);

    @Override
    default List<Instant> between(Instant after, Instant until, Instant since, ZoneId zone) {
      List<Instant> slots = new ArrayList<>();
      Optional<Instant> slot = before(until.plusMillis(1), since, zone);
      while (slot.isPresent() && slot.get().isAfter(after) && slots.size() < MAX_COUNTED_SLOTS) {
        slots.add(slot.get());
        slot = before(slot.get(), since, zone);
      }
      return slots;
    }
  }

  /** Makes slots from a cron expression of five fields. */
  static HookSlots cron(String expression) {
    return CronSlots.of(expression);
  }

  static void requireCron(String expression) {
    HookSlots _ = cron(expression);
  }

  static void requireInterval(String text) {
    HookSlots _ = interval(text);
  }

  /** Makes slots from an interval: minutes and hours in elapsed time, days by the calendar. */
  static HookSlots interval(String text) {
    Matcher parts = INTERVAL.matcher(text);
    HookDeclaration.require(
        parts.matches(), "an interval is a number with m, h or d, such as 30m, not " + text);
    int number = Integer.parseInt(parts.group(1));
    return switch (parts.group(2)) {
      case "m" -> exactly(Duration.ofMinutes(number));
      case "h" -> exactly(Duration.ofHours(number));
      default -> days(number);
    };
  }

  private static ChainedSlots exactly(Duration interval) {
    return (time, since, _) -> {
      Instant first = since.truncatedTo(ChronoUnit.MINUTES);
      long passed = time.toEpochMilli() - first.toEpochMilli() - 1;
      long slots = Math.floorDiv(passed, interval.toMillis());
      return slots < 1
          ? Optional.empty()
          : Optional.of(first.plusMillis(slots * interval.toMillis()));
    };
  }

  /** Counts days by local time, so that nine in the morning stays nine when summer time begins. */
  private static ChainedSlots days(int number) {
    return (time, since, zone) -> {
      LocalDateTime first = since.atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.MINUTES);
      LocalDateTime now = time.atZone(zone).toLocalDateTime();
      for (long slots = ChronoUnit.DAYS.between(first, now) / number; slots >= 1; slots--) {
        Instant slot = ZonedDateTime.of(first.plusDays(slots * number), zone).toInstant();
        if (slot.isBefore(time)) {
          return Optional.of(slot);
        }
      }
      return Optional.empty();
    };
  }
}
