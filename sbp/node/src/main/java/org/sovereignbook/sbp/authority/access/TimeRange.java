package org.sovereignbook.sbp.authority.access;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Times of a day, or days of a week, in the owner's time zone. A range whose end is before its
 * begin passes midnight; one whose ends are equal is the whole day.
 *
 * @param text the range as it was written
 */
record TimeRange(String text, Optional<LocalTime> from, Optional<LocalTime> until, Days days) {
  static final String EXPECTED =
      "expected times such as \"23:00-08:00\" (quoted), or weekends, or weekdays";

  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,2}:\\d{2})\\s*-\\s*(\\d{1,2}:\\d{2})");
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("H:mm");

  enum Days {
    ALL,
    WEEKENDS,
    WEEKDAYS;

    boolean contains(DayOfWeek day) {
      boolean isWeekend = day == DayOfWeek.SATURDAY || day == DayOfWeek.SUNDAY;
      return this == ALL || isWeekend == (this == WEEKENDS);
    }
  }

  /** Parses a range; empty when the text is none. */
  static Optional<TimeRange> parse(String text) {
    String plain = text.strip();
    if (plain.equals("weekends") || plain.equals("weekdays")) {
      Days days = plain.equals("weekends") ? Days.WEEKENDS : Days.WEEKDAYS;
      return Optional.of(new TimeRange(plain, Optional.empty(), Optional.empty(), days));
    }
    Matcher range = RANGE.matcher(plain);
    if (!range.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new TimeRange(
              plain,
              Optional.of(time(range.group(1))),
              Optional.of(time(range.group(2))),
              Days.ALL));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalTime time(String text) {
    return text.equals("24:00") ? LocalTime.MIDNIGHT : LocalTime.parse(text, CLOCK);
  }

  boolean contains(ZonedDateTime at) {
    if (from.isEmpty() || until.isEmpty()) {
      return days.contains(at.getDayOfWeek());
    }
    LocalTime now = at.toLocalTime();
    boolean afterBegin = !now.isBefore(from.get());
    boolean beforeEnd = now.isBefore(until.get());
    return from.get().isBefore(until.get()) ? afterBegin && beforeEnd : afterBegin || beforeEnd;
  }

  static boolean anyContains(List<TimeRange> ranges, ZonedDateTime at) {
    for (TimeRange range : ranges) {
      if (range.contains(at)) {
        return true;
      }
    }
    return false;
  }

  /** Returns when a time within the range leaves it, considering this range alone. */
  ZonedDateTime end(ZonedDateTime at) {
    if (until.isPresent() && from.isPresent()) {
      ZonedDateTime today = clockShows(until.get(), at);
      return today.isAfter(at) ? today : clockShows(until.get(), at.plusDays(1));
    }
    ZonedDateTime day = at;
    while (days.contains(day.getDayOfWeek())) {
      day = day.toLocalDate().plusDays(1).atStartOfDay(at.getZone());
    }
    return day;
  }

  /** Returns this time on a given day; when the clock skips the time, the moment of the skip. */
  private static ZonedDateTime clockShows(LocalTime time, ZonedDateTime day) {
    LocalDateTime local = day.toLocalDate().atTime(time);
    ZoneOffsetTransition leap = day.getZone().getRules().getTransition(local);
    return leap != null && leap.isGap() ? leap.getInstant().atZone(day.getZone()) : day.with(time);
  }

  static String words(List<TimeRange> ranges) {
    return ranges.stream().map(TimeRange::text).collect(Collectors.joining(" or "));
  }
}
