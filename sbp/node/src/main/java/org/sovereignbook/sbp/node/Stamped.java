package org.sovereignbook.sbp.node;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Value that was read from files when they had these stamps ({@link Disk#stamp}).
 *
 * @param stamps empty where there are none
 * @param at the time of reading
 */
public record Stamped<T>(T value, Optional<String> stamps, Instant at) {
  /** Equal stamps may be a coincidence for a moment. */
  private static final Duration LOOKS_AGAIN_AFTER = Duration.ofSeconds(1);

  /** Returns whether the files need not be read again, since they have the same stamps now. */
  public boolean isSurely(Optional<String> now, Instant time) {
    return isSurely(now, time, LOOKS_AGAIN_AFTER);
  }

  /** Works like the other method, for what is looked at again after another time. */
  boolean isSurely(Optional<String> now, Instant time, Duration again) {
    return now.isPresent()
        && now.equals(stamps)
        && Duration.between(at, time).abs().compareTo(again) < 0;
  }
}
