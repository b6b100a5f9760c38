package org.sovereignbook.sbp.plugins.clis;

import java.util.List;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;

/**
 * Coding CLIs that are told of a node (docs/mcp.md). What they were told works without it, too: the
 * server of tools is the program's.
 */
public final class CodingClisFeature implements CommandFeature {
  @Override
  public String name() {
    return "coding-clis";
  }

  @Override
  public String title() {
    return "coding CLIs that are told of a node";
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        FeatureCommand.below("mcp", "install", () -> new McpInstall.Install()),
        FeatureCommand.below("mcp", "uninstall", () -> new McpInstall.Uninstall()));
  }
}
