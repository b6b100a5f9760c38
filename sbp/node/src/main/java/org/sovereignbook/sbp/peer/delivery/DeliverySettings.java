package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of delivery (IMPLEMENTATION §3.2). */
public final class DeliverySettings {
  static final Setting<Integer> MAX_CONNECTIONS =
      Setting.integer(
          "delivery_config.max_connections", 10, 1, 100, "number of peers posted to in parallel");

  static final Setting<Integer> MAX_SLOW_CONNECTIONS =
      Setting.integer(
          "delivery_config.max_slow_connections",
          100,
          1,
          10_000,
          "number of further, slow peers waited for in parallel");

  static final Setting<Duration> RUN_LIMIT =
      Setting.duration(
          "delivery_config.run_limit_seconds",
          300,
          1,
          86_400,
          "after this time a run starts no further post; the rest waits for the next run, and"
              + " nothing counts as a failure");

  static final Setting<Integer> UNSERVED_TRIES =
      Setting.integer(
          "delivery_config.unserved_tries",
          5,
          1,
          1_000,
          "runs in a row without accepting anything that goes to all after which a follower loses"
              + " its seat, unless it is endorsed or trusted");

  static final Setting<Duration> UNSERVED =
      Setting.duration(
          "delivery_config.unserved_days",
          2,
          0,
          365,
          "and the least time since the first of these runs");

  public static final Setting<Integer> MAX_ATTEMPTS =
      Setting.integer(
          "delivery_config.max_attempts",
          3,
          1,
          20,
          "no recipient is given up for an item after fewer failed attempts");

  static final Setting<Duration> GIVE_UP =
      Setting.duration(
          "delivery_config.give_up_days",
          7,
          0,
          365,
          "a recipient that could not be reached for this time is given up for that item");

  /** CHOICES 5. */
  static final Setting<List<Integer>> RETRY_MINUTES =
      Setting.integers(
          "delivery_config.retry_minutes",
          List.of(15, 60, 240, 720, 1_440),
          0,
          7 * 24 * 60,
          "least time after a peer's first, second, … failure in a row; the last value is also for"
              + " all later failures");

  static final Setting<Duration> FAILED_KEEP =
      Setting.duration(
          "delivery_config.failed_keep_days",
          14,
          1,
          3_650,
          "how long `outbox/failed/` keeps an item");

  public static final Settings ALL =
      Settings.of(
          MAX_CONNECTIONS,
          MAX_SLOW_CONNECTIONS,
          RUN_LIMIT,
          MAX_ATTEMPTS,
          GIVE_UP,
          RETRY_MINUTES,
          FAILED_KEEP,
          UNSERVED_TRIES,
          UNSERVED);

  /** Longest time by which a peer's {@code Retry-After} can delay its own post. */
  static final Duration MAX_RETRY_AFTER = Duration.ofDays(1);

  private DeliverySettings() {}

  /** Returns the longest time for which a failure keeps a peer, or an item for it, waiting. */
  static Duration longestPause(Config config) {
    int minutes = Collections.max(config.get(RETRY_MINUTES));
    return Collections.max(List.of(Duration.ofMinutes(minutes), MAX_RETRY_AFTER));
  }

  /** Returns the pause for a recipient after this number of attempts. */
  public static Duration pauseAfter(Config config, int attempts) {
    List<Integer> minutes = config.get(RETRY_MINUTES);
    return Duration.ofMinutes(minutes.get(Math.clamp(attempts - 1, 0, minutes.size() - 1)));
  }
}
