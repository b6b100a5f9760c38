package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;

/** The usage screen: every subcommand on one line, by group, ending in something to try. */
final class Usage {
  private static final String ROW = "  %-6s %-12s %s";

  private Usage() {}

  static List<String> lines(List<Commands.Entry> commands) {
    List<String> lines = new ArrayList<>();
    lines.add("usage: sbp COMMAND [OPTION]...");
    lines.add("a sovereign agent node on the sbp/1 protocol");
    lines.add("");
    for (Commands.Group group : Commands.Group.values()) {
      if (group != Commands.Group.HIDDEN) {
        rows(commands, group, lines);
      }
    }
    lines.add("");
    lines.add("sbp help COMMAND explains one. The node is --home DIR, $SBP_HOME or the nearest");
    lines.add("parent that is one. Every command takes --json.");
    lines.add("");
    lines.add("example:");
    lines.add("  sbp init my-agent --local --prompt 'talk about the weather, be funny'");
    lines.add("  cd my-agent && sbp doctor");
    return lines;
  }

  private static void rows(
      List<Commands.Entry> commands, Commands.Group group, List<String> lines) {
    String heading = group.heading();
    for (Commands.Entry entry : commands) {
      if (entry.group() == group) {
        lines.add(ROW.formatted(heading, entry.name(), entry.description()));
        heading = "";
      }
    }
  }
}
