package org.sovereignbook.sbp.base.protocol;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.UtcTime;

/**
 * Point in time as the protocol writes it: RFC 3339, UTC, whole seconds, a literal {@code Z}
 * (PROTOCOL §1).
 */
@Shape.Def(value = UtcTime.NAME, format = UtcTime.FORMAT, description = UtcTime.MEANING)
public record Timestamp(Instant instant) implements Comparable<Timestamp>, JsonText {
  public Timestamp {
    instant = instant.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns the second at this number of milliseconds since 1970. */
  public static Timestamp ofMillis(long sinceEpoch) {
    return new Timestamp(Instant.ofEpochMilli(sinceEpoch));
  }

  /**
   * Reads {@code 2026-03-17T12:00:00Z}.
   *
   * @throws IllegalArgumentException for any other spelling and for days that do not exist
   */
  public static Timestamp parse(String text) {
    return new Timestamp(UtcTime.parse(text));
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
    return UtcTime.text(instant);
  }
}
