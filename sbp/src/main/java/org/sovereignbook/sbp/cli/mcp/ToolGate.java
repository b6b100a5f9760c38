package org.sovereignbook.sbp.cli.mcp;

import java.util.List;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.mcp.McpCaller;

/** Where every call of a tool comes by: who calls, whether it may, and the row that says so. */
final class ToolGate {
  private final CommandRun commands;

  ToolGate(CommandRun commands) {
    this.commands = commands;
  }

  /** Runs a command for a caller, if it may. */
  CommandRun.Ended run(String tool, JsonObject arguments, List<String> words, McpCaller caller) {
    return commands.run(words, caller.token());
  }
}
