package org.sovereignbook.sbp.net.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parser of the headers {@code Retry-After} and {@code Date} (RFC 9110). */
final class TimeHeaders {
  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

  /** Largest difference that is reported: a date beyond it is meaningless. */
  private static final Duration MAX_AHEAD = Duration.ofDays(36_500);

  private TimeHeaders() {}

  /**
   * Returns the delay that {@code Retry-After} asks for: seconds, or until an HTTP date. Empty for
   * anything else; a date in the past is zero.
   */
  static Optional<Duration> retryAfter(String header, Instant now) {
    String text = header.strip();
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    return date(text).map(at -> at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
  }

  /** Returns how far a clock that shows this {@code Date} is ahead of ours; empty for nonsense. */
  static Optional<Duration> clockAhead(String header, Instant now) {
    return date(header.strip())
        .map(at -> Duration.between(now, at))
        .filter(ahead -> ahead.abs().compareTo(MAX_AHEAD) <= 0);
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(
          ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
