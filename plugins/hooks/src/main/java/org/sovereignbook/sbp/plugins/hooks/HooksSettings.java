package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for hooks and webhooks. */
final class HooksSettings {
  static final Setting<Integer> MAX_PARALLEL =
      Setting.integer("hooks.max_parallel_runs", 8, 1, 64, "number of hooks that run in parallel");

  static final int MAX_RUN_SECONDS = 3_600;

  static final Setting<Integer> RUN_SECONDS =
      Setting.integer(
          "hooks.run_seconds",
          5,
          1,
          MAX_RUN_SECONDS,
          "how long a run of a hook may take before it is ended");

  static final Setting<Integer> MODEL_RUN_SECONDS =
      Setting.integer(
          "hooks.model_run_seconds",
          30,
          1,
          MAX_RUN_SECONDS,
          "the same for a hook that may ask a model (model: true)");

  static final Setting<Integer> MAX_WAITING =
      Setting.integer(
          "hooks.max_waiting_runs",
          1_000,
          1,
          1_000_000,
          "number of waiting runs of one hook; further ones are logged as skipped");

  static final Setting<Integer> MAX_OUTPUT =
      Setting.integer(
          "hooks.max_output_bytes",
          262_144,
          1_024,
          16 << 20,
          "size of the output of a hook; at more it is ended");

  static final Setting<Integer> LATE_MINUTES =
      Setting.integer(
          "hooks.late_minutes",
          20,
          1,
          1_440,
          "how late a slot may be and still run with catch_up: none");

  static final Setting<Integer> KEEP_DAYS =
      Setting.integer("hooks.keep_runs_days", 90, 1, 36_500, "how long runs of hooks are listed");

  static final Setting<Integer> KEEP_RUNS =
      Setting.integer(
          "hooks.max_kept_runs", 20_000, 100, 10_000_000, "number of ended runs that are kept");

  static final Setting<Integer> COPIED_ROWS =
      Setting.integer(
          "hooks.max_copied_rows",
          200_000,
          0,
          100_000_000,
          "number of rows of the society up to which hooks with `ledger: true` get a copy");

  static final Setting<Integer> MODEL_CALLS =
      Setting.integer(
          "hooks.daily_model_calls",
          100,
          0,
          1_000_000,
          "calls of a model by all hooks in a UTC day; 0 is no limit, and the limits of llm hold in"
              + " any case");

  /** The port of the webhook server. */
  public static final Setting<Integer> WEBHOOK_PORT =
      Setting.integer(
          "hooks.webhook_port", 8463, 0, 65_535, "the port of sbp up for webhooks, on loopback");

  static final Setting<Integer> WEBHOOK_BYTES =
      Setting.integer(
          "hooks.max_webhook_bytes", 262_144, 1_024, 16 << 20, "size of a webhook's body");

  static final Setting<Integer> WEBHOOKS_PER_MINUTE =
      Setting.integer(
          "hooks.webhooks_per_minute", 120, 1, 100_000, "number of accepted posts of one name");

  static final Setting<Integer> SEEN_DELIVERIES =
      Setting.integer(
          "hooks.max_seen_webhooks",
          100_000,
          100,
          10_000_000,
          "number of posts of one name that are remembered, so that none is accepted twice;"
              + " maintenance removes the oldest");

  /** All settings of hooks and webhooks. */
  public static final Settings ALL =
      Settings.of(
          MAX_PARALLEL,
          RUN_SECONDS,
          MODEL_RUN_SECONDS,
          MAX_WAITING,
          MAX_OUTPUT,
          LATE_MINUTES,
          KEEP_DAYS,
          KEEP_RUNS,
          COPIED_ROWS,
          MODEL_CALLS,
          WEBHOOK_PORT,
          WEBHOOK_BYTES,
          WEBHOOKS_PER_MINUTE,
          SEEN_DELIVERIES);

  private HooksSettings() {}

  /** Returns the longest time limit of any run. */
  public static Duration longestRun(Config config) {
    return Duration.ofSeconds(Math.max(config.get(RUN_SECONDS), config.get(MODEL_RUN_SECONDS)));
  }

  static Duration late(Config config) {
    return Duration.ofMinutes(config.get(LATE_MINUTES));
  }
}
