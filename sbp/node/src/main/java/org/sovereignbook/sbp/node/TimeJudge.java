package org.sovereignbook.sbp.node;

import java.time.Duration;
import java.time.Instant;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Judge of a stored time against now, since the clock may have been wrong when it was written
 * (THREATS: a clock that was wrong once). Every stored time declares one of these judges in {@code
 * health.StoredTimes}.
 */
public enum TimeJudge {
  /** Time that is shown, or sorts entries; nothing waits for it and nothing ends by it. */
  RECORD,
  /** Time of an event or the beginning of a state: one in the future counts as now. */
  PAST,
  /** End of a pause: one further ahead than any that can begin now is over. */
  PAUSE,
  /** End of a state: no later than if the state began now. */
  TERM,
  /** End of a right or a proof: one given in the future, or for longer than any, is invalid. */
  RIGHT,
  /** Beginning of a record against repetition: a leap of the clock deletes nothing from it. */
  REPLAY;

  /** Tolerated difference between two clocks, or of a clock that is corrected. */
  public static final Duration SLACK = Duration.ofMinutes(1);

  /** Returns a time in the past: the stored time, but no later than now. */
  public static Timestamp past(Timestamp at, Timestamp now) {
    return at.isAfter(now) ? now : at;
  }

  /** Works like {@link #past(Timestamp, Timestamp)}. */
  public static Instant past(Instant at, Instant now) {
    return at.isAfter(now) ? now : at;
  }

  /** Returns a time of another clock: no earlier than the one, no later than now. */
  public static Timestamp between(Timestamp at, Timestamp earliest, Timestamp now) {
    return past(at.isBefore(earliest) ? earliest : at, now);
  }

  /** Returns when a pause ends: now, where it ends later than the longest that begins now. */
  public static Timestamp pause(Timestamp until, Duration longest, Timestamp now) {
    return isBeyond(until, longest, now) ? now : until;
  }

  /** Works like {@link #pause(Timestamp, Duration, Timestamp)}. */
  public static Instant pause(Instant until, Duration longest, Instant now) {
    return isBeyond(until, longest, now) ? now : until;
  }

  /**
   * Returns whether a pause that began at a time is still on; one that began in the future is over.
   */
  public static boolean isPausing(Timestamp since, Duration pause, Timestamp now) {
    return !isBeyond(since, Duration.ZERO, now) && since.plus(pause).isAfter(now);
  }

  /** Works like {@link #isPausing(Timestamp, Duration, Timestamp)}, in milliseconds since 1970. */
  public static boolean isPausing(long sinceMs, Duration pause, long nowMs) {
    return sinceMs <= nowMs + SLACK.toMillis() && sinceMs + pause.toMillis() > nowMs;
  }

  /** Returns when something ends that lasts no longer than this from now on. */
  public static Timestamp term(Timestamp until, Duration longest, Timestamp now) {
    Timestamp latest = now.plus(longest);
    return until.isAfter(latest) ? latest : until;
  }

  /** Returns whether a right is valid that begins at one time and ends at another. */
  public static boolean isInForce(long givenMs, long endsMs, long nowMs) {
    return givenMs <= nowMs + SLACK.toMillis() && endsMs > nowMs;
  }

  /** Returns whether a right is valid that is never given for longer than this. */
  public static boolean isInForce(Timestamp ends, Duration longest, Timestamp now) {
    return ends.isAfter(now) && !isBeyond(ends, longest, now);
  }

  /** Returns whether a time is further ahead than the longest that can begin now. */
  public static boolean isBeyond(Timestamp until, Duration longest, Timestamp now) {
    return isBeyond(until.instant(), longest, now.instant());
  }

  private static boolean isBeyond(Instant until, Duration longest, Instant now) {
    return until.isAfter(now.plus(longest).plus(SLACK));
  }

  /** Returns the latest time that a stored one may name, in milliseconds since 1970. */
  public static long latestMs(Duration longest, long nowMs) {
    return nowMs + longest.toMillis() + SLACK.toMillis();
  }
}
