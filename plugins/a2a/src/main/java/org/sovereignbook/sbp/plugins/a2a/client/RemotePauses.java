package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;

/** Pauses between two looks at a remote task. */
final class RemotePauses {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  static final Duration LONGEST_FAILING = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 12;

  private RemotePauses() {}

  /** Returns the pause after a number of looks at which nothing had changed. */
  static Duration afterLook(int looks) {
    return least(FIRST.multipliedBy(1L << Math.min(looks, MAX_DOUBLINGS)), LONGEST);
  }

  /** Returns the pause after a number of calls that have failed before this one. */
  static Duration afterFailure(int tries) {
    return least(FIRST.multipliedBy(2L << Math.min(tries, MAX_DOUBLINGS)), LONGEST_FAILING);
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
