package org.sovereignbook.sbp.frontend.command;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Times and days as people write them, in the owner's time zone ({@code access.time_zone}): {@code
 * 2026-12-01}, {@code 14:30}, {@code yesterday}, {@code Friday}, {@code 2h}. All commands
 * understand the same ones, and refuse others in the same words.
 */
public final class SpokenTime {
  /** Accepted forms, for errors and descriptions. */
  public static final String FORMS =
      "2026-12-01T14:00:00Z, 2026-12-01, 14:30, today, yesterday, tomorrow, Friday, or 90m, 2h, 3d";

  private static final Pattern SPAN =
      Pattern.compile(
          "(?:in )?([0-9]{1,6}) ?(s|m|h|d|w|min|sec|second|minute|hour|day|week)s?(?: ago)?");

  private static final DateTimeFormatter SHOWN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX");

  private static final int WEEKDAY_LETTERS = 3;
  private static final int DAYS_OF_A_WEEK = 7;

  private static final LocalTime LAST_SECOND = LocalTime.of(23, 59, 59);

  /** Where a time without a date lies, and on which side of now a span counts. */
  public enum Side {
    /** A time in the past; a day means its beginning. */
    PAST,
    /** The end of a period in the past; a day counts whole. */
    UNTIL,
    /** A deadline; a day means its last second. */
    FUTURE
  }

  private SpokenTime() {}

  /**
   * Parses a time.
   *
   * @param what the option or argument that has the text
   * @param now the present time in the owner's zone
   * @throws CliException that names the accepted forms
   */
  public static Instant time(String what, String text, ZonedDateTime now, Side side) {
    String given = text.strip().toLowerCase(Locale.ROOT);
    return span(given, now.toInstant(), side)
        .or(() -> stamp(text.strip(), now.getZone()))
        .or(() -> clock(given, now, side))
        .or(() -> date(given, now.toLocalDate(), side).map(day -> at(day, now.getZone(), side)))
        .orElseThrow(() -> wrong(what, text, FORMS));
  }

  private static Instant at(LocalDate day, ZoneId zone, Side side) {
    return switch (side) {
      case PAST -> day.atStartOfDay(zone).toInstant();
      case UNTIL -> day.plusDays(1).atStartOfDay(zone).toInstant();
      case FUTURE -> day.atTime(LAST_SECOND).atZone(zone).toInstant();
    };
  }

  /** Returns a time as an answer repeats it: in the owner's zone, with its offset. */
  public static String shown(Instant time, ZoneId zone) {
    return SHOWN.format(time.atZone(zone));
  }

  /**
   * Parses a UTC day.
   *
   * @param what the option or argument that has the text
   * @throws CliException that names the accepted forms
   */
  public static LocalDate day(String what, String text, Instant now) {
    String given = text.strip().toLowerCase(Locale.ROOT);
    return date(given, LocalDate.ofInstant(now, ZoneOffset.UTC), Side.PAST)
        .or(() -> span(given, now, Side.PAST).map(at -> LocalDate.ofInstant(at, ZoneOffset.UTC)))
        .orElseThrow(
            () -> wrong(what, text, "2026-12-01, today, yesterday, Friday, or 3d for 3 days ago"));
  }

  private static CliException wrong(String what, String text, String forms) {
    return CliException.wrong(
        "%s cannot be %s: it is a time such as %s".formatted(what, PeerText.quote(text), forms));
  }

  private static Optional<Instant> span(String given, Instant now, Side side) {
    Matcher span = SPAN.matcher(given);
    if (!span.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(span.group(1));
    Duration length =
        switch (span.group(2).charAt(0)) {
          case 's' -> Duration.ofSeconds(number);
          case 'm' -> Duration.ofMinutes(number);
          case 'h' -> Duration.ofHours(number);
          case 'w' -> Duration.ofDays(number * DAYS_OF_A_WEEK);
          default -> Duration.ofDays(number);
        };
    boolean isPast = given.endsWith(" ago") || (side != Side.FUTURE && !given.startsWith("in "));
    return Optional.of(isPast ? now.minus(length) : now.plus(length));
  }

  private static Optional<Instant> stamp(String given, ZoneId zone) {
    try {
      return Optional.of(Timestamp.parse(given).instant());
    } catch (IllegalArgumentException e) {
      return local(given, zone);
    }
  }

  /** Parses a date with a time of day, and perhaps an offset. */
  private static Optional<Instant> local(String given, ZoneId zone) {
    String text = given.replace(' ', 'T');
    try {
      return Optional.of(
          (text.matches(".*[+-][0-9]{2}:[0-9]{2}")
                  ? OffsetDateTime.parse(text).toZonedDateTime()
                  : LocalDateTime.parse(text).atZone(zone))
              .toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Parses a time of day: the last or the next one. */
  private static Optional<Instant> clock(String given, ZonedDateTime now, Side side) {
    if (!given.matches("[0-2]?[0-9]:[0-5][0-9]")) {
      return given.equals("now") ? Optional.of(now.toInstant()) : Optional.empty();
    }
    try {
      LocalTime time = LocalTime.parse(given.length() == 4 ? "0" + given : given);
      ZonedDateTime today = now.toLocalDate().atTime(time).atZone(now.getZone());
      ZonedDateTime found =
          side == Side.FUTURE
              ? today.isBefore(now) ? today.plusDays(1) : today
              : today.isAfter(now) ? today.minusDays(1) : today;
      return Optional.of(found.toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<LocalDate> date(String given, LocalDate today, Side side) {
    return switch (given) {
      case "today" -> Optional.of(today);
      case "yesterday" -> Optional.of(today.minusDays(1));
      case "tomorrow" -> Optional.of(today.plusDays(1));
      default -> weekday(given, today, side).or(() -> iso(given));
    };
  }

  private static Optional<LocalDate> weekday(String given, LocalDate today, Side side) {
    String name = given.replaceFirst("^(last|next|on) ", "");
    for (DayOfWeek day : DayOfWeek.values()) {
      String whole = day.name().toLowerCase(Locale.ROOT);
      if (name.length() >= WEEKDAY_LETTERS && whole.startsWith(name)) {
        boolean isPast = given.startsWith("last ") || side != Side.FUTURE;
        return Optional.of(
            today.with(
                isPast && !given.startsWith("next ")
                    ? TemporalAdjusters.previous(day)
                    : TemporalAdjusters.next(day)));
      }
    }
    return Optional.empty();
  }

  private static Optional<LocalDate> iso(String given) {
    try {
      return Optional.of(LocalDate.parse(given));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
