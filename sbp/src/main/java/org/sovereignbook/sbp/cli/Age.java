package org.sovereignbook.sbp.cli;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.protocol.Timestamp;

/** How long ago something was, as people say it. */
final class Age {
  /** What stands where there is no time to tell. */
  static final String NEVER = "-";

  private static final long SECONDS_PER_MINUTE = 60;
  private static final long SECONDS_PER_HOUR = 3_600;
  private static final long SECONDS_PER_DAY = 86_400;

  private Age() {}

  static String of(Optional<Timestamp> then, Timestamp now) {
    return then.map(time -> of(Duration.between(time.instant(), now.instant()))).orElse(NEVER);
  }

  /** In the largest unit that fits: {@code 45s}, {@code 12m}, {@code 5h}, {@code 9d}. */
  static String of(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < SECONDS_PER_MINUTE) {
      return seconds + "s";
    }
    if (seconds < SECONDS_PER_HOUR) {
      return seconds / SECONDS_PER_MINUTE + "m";
    }
    if (seconds < 2 * SECONDS_PER_DAY) {
      return seconds / SECONDS_PER_HOUR + "h";
    }
    return seconds / SECONDS_PER_DAY + "d";
  }
}
