package org.sovereignbook.sbp.society.hooks;

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
 * The minutes at which a hook is due. They are computed, never kept: what is kept is until when all
 * were accounted for. Pure.
 */
interface HookSlots {
  /** Far more than anybody catches up; beyond it slots are not even counted. */
  int MAX_COUNTED_SLOTS = 2_000;

  Pattern INTERVAL = Pattern.compile("([1-9][0-9]{0,3})([mhd])");

  /**
   * The slots after one time, up to and with another; the newest first, at most so many as are
   * counted.
   *
   * @param since what intervals are counted from
   */
  List<Instant> between(Instant after, Instant until, Instant since, ZoneId zone);

  /** Slots of which each tells the one before it. */
  @FunctionalInterface
  interface ChainedSlots extends HookSlots {
    /** The last slot before this time, which is not a slot of the answer itself. */
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

  /** By a cron expression of five fields. */
  static HookSlots cron(String expression) {
    return CronSlots.of(expression);
  }

  static void requireCron(String expression) {
    HookSlots _ = cron(expression);
  }

  static void requireInterval(String text) {
    HookSlots _ = interval(text);
  }

  /** By an interval: minutes and hours by the clock that never jumps, days by the calendar. */
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

  /** As the wall clock says, so that nine in the morning stays nine when summer begins. */
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
