package org.sovereignbook.sbp.frontend.mcp;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.ToolsetSettings;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpChanges;
import org.sovereignbook.sbp.node.Config;

/**
 * Selection of the tools in each caller's list: the usual ones or the chosen sets, and those that
 * the caller has found since. It limits the list, never the caller's rights. Thread-safe.
 *
 * @param chosen the sets chosen at the server's start for every caller; empty for none
 * @param found the tools that a caller has found, by its principal
 */
record ToolLists(
    Config config, List<Toolset> chosen, McpChanges changes, Map<String, Set<String>> found) {
  ToolLists(Config config, List<Toolset> chosen, McpChanges changes) {
    this(config, List.copyOf(chosen), changes, new ConcurrentHashMap<>());
  }

  /**
   * Returns which tools to list.
   *
   * @param agent the caller's name; empty for the owner
   * @param usable the tools that the caller may use; a caller that may not search gets all of them
   */
  Predicate<CommandTools.Row> listed(
      McpCaller caller, Optional<String> agent, Predicate<String> usable) {
    if (!usable.test(ToolSearch.NAME)) {
      return row -> usable.test(row.name());
    }
    List<Toolset> sets = sets(agent);
    Set<String> more = found.getOrDefault(caller.principal(), Set.of());
    Predicate<ListedTool> selected =
        sets.isEmpty()
            ? tool -> isUsual(tool, agent)
            : tool -> sets.stream().anyMatch(set -> set.includes(tool.set()));
    return row ->
        usable.test(row.name()) && (more.contains(row.name()) || selected.test(row.listed()));
  }

  private List<Toolset> sets(Optional<String> agent) {
    return chosen.isEmpty() && agent.isPresent()
        ? ToolsetSettings.chosen(config, agent.get())
        : chosen;
  }

  private static boolean isUsual(ListedTool tool, Optional<String> agent) {
    return switch (tool.listed()) {
      case FOR_ALL -> true;
      case FOR_OWNER -> agent.isEmpty();
      case ON_SEARCH -> false;
    };
  }

  /** Adds tools to the caller's list, and notifies it if they were not in it. */
  void add(McpCaller caller, Collection<String> tools) {
    Set<String> known =
        found.computeIfAbsent(caller.principal(), _ -> ConcurrentHashMap.newKeySet());
    if (known.addAll(tools)) {
      changes.listChanged("tools", Optional.of(caller.principal()));
    }
  }
}
