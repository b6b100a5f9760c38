package org.sovereignbook.sbp.brokenhouse.cli;

import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.mcp.McpOutcome;
import org.sovereignbook.sbp.mcp.McpTool;

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
