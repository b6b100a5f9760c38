package org.sovereignbook.sbp.runtime.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for notices about a node. */
public final class HealthSettings {
  static final Setting<String> ON_FAILURE =
      Setting.text(
          "on_failure",
          "",
          "notified when the node is not well, at most once an hour: a command that reads standard"
              + " input, or an `https://` address that gets a POST; empty for nobody");

  static final Setting<String> ON_DIGEST =
      Setting.text(
          "on_digest",
          "",
          "notified of the previous day's events at the first tick of a UTC day: a command or an"
              + " address as in `on_failure`");

  static final Setting<String> ON_ATTENTION =
      Setting.text(
          "on_attention",
          "",
          "notified, once for each, when a refused call waits for your answer (`sbp access"
              + " requests`), and when a hook needs you (`sbp hook list`): a command or an address"
              + " as in `on_failure`, or `mail:AGENT` for a mail to your agent");

  public static final Settings ALL = Settings.of(ON_FAILURE, ON_DIGEST, ON_ATTENTION);

  private HealthSettings() {}

  /**
   * Returns the configured commands by their keys; addresses and names of agents are no commands.
   */
  public static Map<String, String> commands(Config config) {
    Map<String, String> commands = new LinkedHashMap<>();
    for (Setting<String> setting : List.of(ON_FAILURE, ON_DIGEST, ON_ATTENTION)) {
      String to = config.get(setting);
      boolean isMail = setting.equals(ON_ATTENTION) && to.startsWith("mail:");
      if (!to.isBlank() && !isMail && !Courier.isAddress(to)) {
        commands.put(setting.key(), to);
      }
    }
    return commands;
  }
}
