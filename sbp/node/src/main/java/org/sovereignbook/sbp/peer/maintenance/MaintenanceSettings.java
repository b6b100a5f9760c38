package org.sovereignbook.sbp.peer.maintenance;

import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of maintenance (IMPLEMENTATION §3.2). */
public final class MaintenanceSettings {
  static final String GIT = "git";

  private static final int MAX_LINES = 10_000_000;
  private static final int MAX_DAYS = 36_500;

  static final Setting<Integer> LOG_MAX_LINES =
      Setting.integer(
          "maintenance_config.log_max_lines",
          1_000,
          1,
          MAX_LINES,
          "a longer log is rotated: its older lines move to `session-log-archive-YYYY-MM.md` or"
              + " `ops-log-archive-YYYY-MM.md`");

  static final Setting<Integer> LOG_KEEP_LINES =
      Setting.integer(
          "maintenance_config.log_keep_lines",
          300,
          0,
          MAX_LINES,
          "number of its newest lines that stay; no more than `log_max_lines`");

  static final Setting<Integer> SENT_KEEP_DAYS =
      Setting.integer(
          "maintenance_config.sent_keep_days",
          30,
          0,
          MAX_DAYS,
          "how long delivered items stay in `sent/` before they move to `sent-archive/`");

  static final Setting<Integer> PROCESSED_KEEP_DAYS =
      Setting.integer(
          "maintenance_config.processed_keep_days",
          30,
          0,
          MAX_DAYS,
          "how long `inbox/processed/` and `inbox/rejected/` keep an envelope");

  static final Setting<Integer> STRANGERS_MESSAGES =
      Setting.integer(
          "maintenance_config.max_strangers_messages",
          1_000,
          0,
          1_000_000,
          "number of personal messages kept of all peers that are neither endorsed nor trusted and"
              + " were never answered; the oldest go first. All others are kept");

  static final Setting<String> HISTORY =
      Setting.oneOf(
          "history",
          "none",
          "with `git` each maintenance run commits the readable state to a local git repository in"
              + " the node directory, never the keys",
          "none",
          GIT);

  public static final Settings ALL =
      Settings.of(
              LOG_MAX_LINES,
              LOG_KEEP_LINES,
              SENT_KEEP_DAYS,
              PROCESSED_KEEP_DAYS,
              STRANGERS_MESSAGES,
              HISTORY)
          .withRule(MaintenanceSettings::requireFewerKept);

  private MaintenanceSettings() {}

  private static void requireFewerKept(Config config) {
    int most = config.get(LOG_MAX_LINES);
    if (config.get(LOG_KEEP_LINES) > most) {
      throw config.wrong(LOG_KEEP_LINES.key(), "no more than log_max_lines, " + most);
    }
  }
}
