package org.sovereignbook.sbp.frontend.command;

import java.util.List;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Selection of the tools that {@code sbp mcp} lists for an agent. */
public final class ToolsetSettings {
  private static final Setting<List<String>> TOOLS =
      Setting.texts(
          key("*"),
          List.of(),
          word -> Toolset.of(word).isPresent(),
          "one of " + String.join(", ", Words.all(Toolset.class)),
          "sets of tools that `sbp mcp` lists for this agent at first, instead of the usual ones");

  public static final Settings ALL = Settings.of(TOOLS.withoutDefault());

  private ToolsetSettings() {}

  /** Returns the sets that the operator chose for an agent; empty for the usual selection. */
  public static List<Toolset> chosen(Config config, String agent) {
    return config.get(TOOLS.at(key(agent))).stream()
        .flatMap(word -> Toolset.of(word).stream())
        .toList();
  }

  private static String key(String agent) {
    return "mcp.agents." + agent + ".tools";
  }
}
