package org.sovereignbook.sbp.maintenance;

import java.util.Locale;
import java.util.Set;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

/**
 * The section {@code maintenance_config}, and {@code history} at the top of the config. Immutable.
 *
 * @param logMaxLines a longer log is rotated
 * @param logKeepLines how many of its newest lines stay then
 * @param sentKeepDays how long delivered items stay in {@code sent/}
 * @param processedKeepDays how long processed and rejected envelopes stay in the inbox's folders
 * @param history whether each run commits the node's state to a local git repository
 */
public record MaintenanceConfig(
    int logMaxLines, int logKeepLines, int sentKeepDays, int processedKeepDays, History history) {
  private static final int MAX_LINES = 10_000_000;
  private static final int MAX_DAYS = 36_500;
  private static final MaintenanceConfig DEFAULTS =
      new MaintenanceConfig(1000, 300, 30, 30, History.NONE);

  /** What keeps the node's history. */
  public enum History {
    NONE,
    GIT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static MaintenanceConfig defaults() {
    return DEFAULTS;
  }

  /**
   * Reads section and top.
   *
   * @throws ConfigException when a value is wrong; names the key
   */
  public static MaintenanceConfig from(Config config) {
    Config section = config.section("maintenance_config");
    int maxLines = section.integer("log_max_lines", DEFAULTS.logMaxLines, 1, MAX_LINES);
    int keepLines = section.integer("log_keep_lines", DEFAULTS.logKeepLines, 0, MAX_LINES);
    if (keepLines > maxLines) {
      throw section.wrong("log_keep_lines", "no more than log_max_lines, " + maxLines);
    }
    String history = config.oneOf("history", DEFAULTS.history.toString(), Set.of("none", "git"));
    return new MaintenanceConfig(
        maxLines,
        keepLines,
        section.integer("sent_keep_days", DEFAULTS.sentKeepDays, 0, MAX_DAYS),
        section.integer("processed_keep_days", DEFAULTS.processedKeepDays, 0, MAX_DAYS),
        history.equals("git") ? History.GIT : History.NONE);
  }

  /** The section {@code maintenance_config}; {@code history} stands beside it. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("log_max_lines", logMaxLines)
        .put("log_keep_lines", logKeepLines)
        .put("sent_keep_days", sentKeepDays)
        .put("processed_keep_days", processedKeepDays)
        .build();
  }
}
