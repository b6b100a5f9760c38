package org.sovereignbook.sbp.cli.command;

import java.util.List;
import org.sovereignbook.sbp.json.Words;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Selection of the tools that {@code sbp mcp} lists for an agent. */
public final class ToolsetSettings {
  private static final Setting<List<String>> TOOLS = of("*");

  public static final Settings ALL = Settings.of(TOOLS.withoutDefault());

  private ToolsetSettings() {}

  /** Returns the sets that the operator chose for an agent; empty for the usual selection. */
  public static List<Toolset> chosen(Config config, String agent) {
    return config.get(of(agent)).stream().flatMap(word -> Toolset.of(word).stream()).toList();
  }

  private static Setting<List<String>> of(String agent) {
    return Setting.texts(
        "mcp.agents." + agent + ".tools",
        List.of(),
        word -> Toolset.of(word).isPresent(),
        "one of " + String.join(", ", Words.all(Toolset.class)),
        "sets of tools that `sbp mcp` lists for this agent at first; without them a usual"
            + " selection");
  }
}
