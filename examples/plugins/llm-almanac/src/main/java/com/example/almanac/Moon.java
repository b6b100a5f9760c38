package com.example.almanac;

import java.time.Duration;
import java.time.Instant;

/** The phase of the moon, to the day. */
enum Moon {
  NEW,
  WAXING,
  FULL,
  WANING;

  private static final Instant A_NEW_MOON = Instant.parse("2000-01-06T18:14:00Z");
  private static final Duration MONTH = Duration.ofSeconds(2_551_443);

  static Moon at(Instant time) {
    long seconds = Math.floorMod(Duration.between(A_NEW_MOON, time).toSeconds(), MONTH.toSeconds());
    // Each phase is named for the quarter of the month around it.
    long eighths = 8 * seconds / MONTH.toSeconds();
    return values()[(int) ((eighths + 1) / 2 % values().length)];
  }
}
