package org.sovereignbook.sbp.hooks;

import java.time.Duration;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** What the operator may set about hooks and webhooks. */
public final class HooksSettings {
  static final Setting<Integer> MAX_PARALLEL =
      Setting.integer("hooks.max_parallel_runs", 8, 1, 64, "how many hooks run side by side");

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
          "the same of a hook that may ask a model (model: true)");

  static final Setting<Integer> MAX_WAITING =
      Setting.integer(
          "hooks.max_waiting_runs",
          1_000,
          1,
          1_000_000,
          "how many runs of one hook may wait; further ones are logged as skipped");

  static final Setting<Integer> MAX_OUTPUT =
      Setting.integer(
          "hooks.max_output_bytes",
          262_144,
          1_024,
          16 << 20,
          "how much a hook may print before it is ended");

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
          "hooks.max_kept_runs", 20_000, 100, 10_000_000, "how many ended runs are kept in all");

  static final Setting<Integer> COPIED_ROWS =
      Setting.integer(
          "hooks.max_copied_rows",
          200_000,
          0,
          100_000_000,
          "how many rows the society may have for hooks with `ledger: true` to be given a copy");

  static final Setting<Integer> MODEL_CALLS =
      Setting.integer(
          "hooks.daily_model_calls",
          100,
          0,
          1_000_000,
          "how often all hooks together may ask a model within a UTC day; 0 is no limit of theirs,"
              + " those of llm hold all the same");

  /** Where webhooks are taken. */
  public static final Setting<Integer> WEBHOOK_PORT =
      Setting.integer(
          "hooks.webhook_port", 8463, 0, 65_535, "where sbp up takes webhooks, on loopback");

  static final Setting<Integer> WEBHOOK_BYTES =
      Setting.integer(
          "hooks.max_webhook_bytes", 262_144, 1_024, 16 << 20, "how long a webhook's body may be");

  static final Setting<Integer> WEBHOOKS_PER_MINUTE =
      Setting.integer(
          "hooks.webhooks_per_minute", 120, 1, 100_000, "how many of one name are taken");

  static final Setting<Integer> SEEN_DELIVERIES =
      Setting.integer(
          "hooks.max_seen_webhooks",
          100_000,
          100,
          10_000_000,
          "of how many posts to one name it is known that they were taken, so that they are not"
              + " taken again; the oldest are forgotten first, after maintenance");

  /** All of them. */
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

  /** How long any run may take at most. */
  public static Duration longestRun(Config config) {
    return Duration.ofSeconds(Math.max(config.get(RUN_SECONDS), config.get(MODEL_RUN_SECONDS)));
  }

  static Duration late(Config config) {
    return Duration.ofMinutes(config.get(LATE_MINUTES));
  }
}
