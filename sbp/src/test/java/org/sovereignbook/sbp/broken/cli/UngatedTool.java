package org.sovereignbook.sbp.broken.cli;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.McpOutcome;
import org.sovereignbook.sbp.net.mcp.McpTool;

/** A tool that does its work whoever calls it. */
public final class UngatedTool {
  McpTool tool() {
    return new McpTool(
        "open",
        "open",
        "for everybody",
        JsonObject.empty(),
        Optional.empty(),
        McpTool.Hints.WRITES,
        _ -> new McpOutcome.Done(JsonObject.empty()));
  }
}
