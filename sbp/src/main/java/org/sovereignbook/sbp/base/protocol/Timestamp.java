package org.sovereignbook.sbp.base.protocol;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Point in time as the protocol writes it: RFC 3339, UTC, whole seconds, a literal {@code Z}
 * (PROTOCOL §1).
 */
@Shape.Def(value = "time", format = "date-time", description = "RFC 3339, UTC, whole seconds")
public record Timestamp(Instant instant) implements Comparable<Timestamp>, JsonText {
  /** Zeros stand for digits. */
  private static final String SHAPE = "0000-00-00T00:00:00Z";

  /** Between these a year has four digits. */
  private static final Instant FIRST = Instant.ofEpochSecond(-62_167_219_200L);

  /** Days from the day before the first of March of the year 0. */
  private static final int DAYS_BEFORE_1970 = 719_469;

  private static final Instant LAST = Instant.ofEpochSecond(253_402_300_799L);

  public Timestamp {
    instant = instant.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns the second of so many milliseconds since 1970. */
  public static Timestamp ofMillis(long sinceEpoch) {
    return new Timestamp(Instant.ofEpochMilli(sinceEpoch));
  }

  /**
   * Reads {@code 2026-03-17T12:00:00Z}.
   *
   * @throws IllegalArgumentException for any other spelling and for days that do not exist
   */
  public static Timestamp parse(String text) {
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
      return new Timestamp(Instant.ofEpochSecond(epochDay(day) * 86_400 + seconds));
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

  public Timestamp plus(Duration time) {
    return new Timestamp(instant.plus(time));
  }

  /** Returns the time for file names, {@code 2026-03-17T120000Z}: no colons. */
  public String inFileName() {
    return toString().replace(":", "");
  }

  public boolean isBefore(Timestamp other) {
    return instant.isBefore(other.instant);
  }

  public boolean isAfter(Timestamp other) {
    return instant.isAfter(other.instant);
  }

  @Override
  public int compareTo(Timestamp other) {
    return instant.compareTo(other.instant);
  }

  @Override
  public String toString() {
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
