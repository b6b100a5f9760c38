package org.sovereignbook.sbp.protocol;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.json.JsonText;
import org.sovereignbook.sbp.json.Shape;

/**
 * A point in time as the protocol writes it: RFC 3339, UTC, whole seconds, a literal {@code Z}
 * (PROTOCOL §1).
 */
@Shape.Def(value = "time", format = "date-time", description = "RFC 3339, UTC, whole seconds")
public record Timestamp(Instant instant) implements Comparable<Timestamp>, JsonText {
  private static final Pattern SHAPE =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ");

  public Timestamp {
    instant = instant.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Reads {@code 2026-03-17T12:00:00Z}.
   *
   * @throws IllegalArgumentException for any other spelling and for days that do not exist
   */
  public static Timestamp parse(String text) {
    if (!SHAPE.matcher(text).matches()) {
      throw new IllegalArgumentException("not a UTC time like 2026-03-17T12:00:00Z");
    }
    try {
      return new Timestamp(Instant.parse(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a day of the calendar", e);
    }
  }

  public Timestamp plus(Duration time) {
    return new Timestamp(instant.plus(time));
  }

  /** The time as it stands in names of files, {@code 2026-03-17T120000Z}: no colons. */
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
    return instant.toString();
  }
}
