package org.sovereignbook.sbp.hooks;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Slots by the five fields of cron, in a time zone: what the clock leaves out when summer begins is
 * due as much later, what it repeats is due once. Where both day of month and day of week are
 * restricted, either is enough, as everywhere with cron.
 */
record CronSlots(
    BitSet minutes, BitSet hours, BitSet days, BitSet months, BitSet weekdays, boolean isEitherDay)
    implements HookSlots {
  /** From one 29th of February to the next, over a century without one. */
  private static final int LOOK_BACK_DAYS = 8 * 366 + 1;

  private static final List<String> MONTHS =
      List.of(
          "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> WEEKDAYS =
      List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  static CronSlots of(String expression) {
    String[] fields = expression.strip().split("\\s+");
    HookDeclaration.require(
        fields.length == 5,
        "cron is five fields (minute hour day month weekday), not " + expression);
    BitSet weekdays = field(fields[4], 0, 7, WEEKDAYS);
    weekdays.set(0, weekdays.get(0) || weekdays.get(7));
    CronSlots slots =
        new CronSlots(
            field(fields[0], 0, 59, List.of()),
            field(fields[1], 0, 23, List.of()),
            field(fields[2], 1, 31, List.of()),
            field(fields[3], 1, 12, MONTHS),
            weekdays,
            !fields[2].startsWith("*") && !fields[4].startsWith("*"));
    HookDeclaration.require(
        slots.isEitherDay || slots.isPossible(), "no day is ever so: " + expression);
    return slots;
  }

  private boolean isPossible() {
    return months.stream().anyMatch(month -> days.nextSetBit(1) <= Month.of(month).maxLength());
  }

  /** Such as {@code 5}, {@code 1-5}, {@code *}{@code /15} or {@code mon,wed}. */
  private static BitSet field(String text, int least, int most, List<String> names) {
    BitSet all = new BitSet();
    for (String part : text.split(",", -1)) {
      String[] step = part.split("/", -1);
      String[] range = step[0].split("-", -1);
      boolean isAll = step[0].equals("*");
      int from = isAll ? least : number(range[0], names, text);
      int to =
          isAll || (range.length == 1 && step.length == 2)
              ? most
              : number(range[range.length - 1], names, text);
      int every = step.length == 1 ? 1 : number(step[1], List.of(), text);
      HookDeclaration.require(
          step.length <= 2
              && range.length <= 2
              && from >= least
              && from <= to
              && to <= most
              && every >= 1,
          "cron: " + text + " is not within " + least + " to " + most);
      for (int value = from; value <= to; value += every) {
        all.set(value);
      }
    }
    return all;
  }

  private static int number(String text, List<String> names, String field) {
    int named = names.indexOf(text.toLowerCase(Locale.ROOT));
    HookDeclaration.require(
        named >= 0 || text.matches("[0-9]{1,2}"), "cron cannot be read: " + field);
    return named >= 0 && !text.isEmpty() ? named : Integer.parseInt(text);
  }

  private boolean isDay(LocalDate date) {
    boolean isDayOfMonth = days.get(date.getDayOfMonth());
    boolean isWeekday = weekdays.get(date.getDayOfWeek().getValue() % 7);
    return months.get(date.getMonthValue())
        && (isEitherDay ? isDayOfMonth || isWeekday : isDayOfMonth && isWeekday);
  }

  @Override
  public Optional<Instant> before(Instant time, Instant since, ZoneId zone) {
    LocalDate today = time.atZone(zone).toLocalDate();
    for (int back = 0; back < LOOK_BACK_DAYS; back++) {
      LocalDate date = today.minusDays(back);
      if (isDay(date)) {
        Optional<Instant> slot = before(date, time, zone);
        if (slot.isPresent()) {
          return slot;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Instant> before(LocalDate date, Instant time, ZoneId zone) {
    for (int hour = 23; (hour = hours.previousSetBit(hour)) >= 0; hour--) {
      for (int minute = 59; (minute = minutes.previousSetBit(minute)) >= 0; minute--) {
        LocalDateTime local = LocalDateTime.of(date, LocalTime.of(hour, minute));
        Instant slot = ZonedDateTime.of(local, zone).toInstant();
        if (slot.isBefore(time)) {
          return Optional.of(slot);
        }
      }
    }
    return Optional.empty();
  }
}
