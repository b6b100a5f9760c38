package org.sovereignbook.sbp.base.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Spelling of times in JSON: RFC 3339, UTC, whole seconds, a literal {@code Z}. */
@Shape.Def(value = UtcTime.NAME, format = UtcTime.FORMAT, description = UtcTime.MEANING)
public final class UtcTime {
  /** Name of the definition in schemas. */
  public static final String NAME = "time";

  public static final String FORMAT = "date-time";
  public static final String MEANING = "RFC 3339, UTC, whole seconds";

  /** Zeros stand for digits. */
  private static final String SHAPE = "0000-00-00T00:00:00Z";

  /** Between these a year has four digits. */
  private static final Instant FIRST = Instant.ofEpochSecond(-62_167_219_200L);

  /** Days from the day before the first of March of the year 0. */
  private static final int DAYS_BEFORE_1970 = 719_469;

  private static final Instant LAST = Instant.ofEpochSecond(253_402_300_799L);

  private UtcTime() {}

  /**
   * Reads {@code 2026-03-17T12:00:00Z}.
   *
   * @throws IllegalArgumentException for any other spelling and for days that do not exist
   */
  public static Instant parse(String text) {
    // By hand, as the platform's formatter costs more than a whole short command to set up.
    if (!hasShape(text)
        || number(text, 11) > 23
        || number(text, 14) > 59
        || number(text, 17) > 59) {
      throw new IllegalArgumentException("not a UTC time like 2026-03-17T12:00:00Z");
    }
    try {
      int year = number(text, 0) * 100 + number(text, 2);
      LocalDate day = LocalDate.of(year, number(text, 5), number(text, 8));
      int seconds = (number(text, 11) * 60 + number(text, 14)) * 60 + number(text, 17);
      return Instant.ofEpochSecond(epochDay(day) * 86_400 + seconds);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a day of the calendar", e);
    }
  }

  /** Computes the same as LocalDate without setting up the platform's formatter. */
  private static long epochDay(LocalDate day) {
    // A year that begins with March, so that a day is added at its end only.
    long months = (day.getMonthValue() + 9L) % 12;
    long years = day.getYear() - months / 10;
    return years * 365
        + Math.floorDiv(years, 4)
        - Math.floorDiv(years, 100)
        + Math.floorDiv(years, 400)
        + (months * 306 + 5) / 10
        + day.getDayOfMonth()
        - DAYS_BEFORE_1970;
  }

  private static boolean hasShape(String text) {
    for (int i = 0; i < Math.min(text.length(), SHAPE.length()); i++) {
      char c = text.charAt(i);
      if (SHAPE.charAt(i) == '0' ? c < '0' || c > '9' : c != SHAPE.charAt(i)) {
        return false;
      }
    }
    return text.length() == SHAPE.length();
  }

  /** Returns the number of two digits at this place. */
  private static int number(String text, int at) {
    return (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
  }

  /** Returns the spelling of the second in which the instant lies. */
  public static String text(Instant instant) {
    if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
      return instant.toString();
    }
    LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(SHAPE);
    digits(text, 0, time.getYear() / 100);
    digits(text, 2, time.getYear() % 100);
    digits(text, 5, time.getMonthValue());
    digits(text, 8, time.getDayOfMonth());
    digits(text, 11, time.getHour());
    digits(text, 14, time.getMinute());
    digits(text, 17, time.getSecond());
    return text.toString();
  }

  private static void digits(StringBuilder text, int at, int number) {
    text.setCharAt(at, (char) ('0' + number / 10));
    text.setCharAt(at + 1, (char) ('0' + number % 10));
  }
}
