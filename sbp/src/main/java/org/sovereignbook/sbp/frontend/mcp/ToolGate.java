package org.sovereignbook.sbp.frontend.mcp;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.McpAuthenticator;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Between MCP and the one choke point: who calls, and whether it may. Commands of the society come
 * by there themselves; all others come by here. Thread-safe.
 */
record ToolGate(Ledger ledger) implements McpAuthenticator {
  static final String CHANNEL = "mcp";

  /** What a caller wanted who is nobody: the call itself was not looked at. */
  private static final String CONNECTION = "mcp";

  /** What is kept of the name of a tool that there is not; those that there are are shorter. */
  private static final int MAX_NAME_CHARACTERS = 40;

  /**
   * Decides on a call, and writes the decision down.
   *
   * @throws CapabilityDenied when it may not
   */
  void require(String tool, JsonObject arguments, McpCaller caller) {
    ToolCall call = new ToolCall(tool, arguments, CHANNEL, Optional.empty(), caller.token());
    boolean _ = Permissions.run(ledger, call, (_, _) -> true);
  }

  /**
   * Writes down that a tool was called that there is not, by as much of its name as one may have.
   */
  void refuseUnknown(String name, McpCaller caller) {
    ToolCall call =
        new ToolCall(
            printable(name), JsonObject.empty(), CHANNEL, Optional.empty(), caller.token());
    CapabilityDenied _ = Permissions.refuseUnknown(ledger, call);
  }

  private static String printable(String name) {
    return name.codePoints()
        .limit(MAX_NAME_CHARACTERS)
        .map(c -> PeerText.isUnsafe(c) ? '?' : c)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  /**
   * A caller as lists know it.
   *
   * @param agent its name; empty for the owner
   * @param usable the tools that its capabilities and the policies let it use at present
   */
  record Rights(Optional<String> agent, Predicate<String> usable) {}

  /**
   * Returns what a caller may use, for lists; nothing is written down.
   *
   * @throws CapabilityDenied when it proves nobody any more
   */
  Rights tools(McpCaller caller) {
    Caller now = ledger.write(tx -> Agents.caller(tx, Optional.empty(), caller.token(), CHANNEL));
    return new Rights(now.agent().map(Agent::name), tool -> ToolRights.isUsable(now, tool));
  }

  /** An agent by its token; over HTTP there is no owner. */
  @Override
  public Optional<McpCaller> caller(Optional<String> bearer) {
    return bearer.flatMap(this::proven);
  }

  private Optional<McpCaller> proven(String bearer) {
    try {
      return Optional.of(agent(bearer));
    } catch (CapabilityDenied e) {
      if (e.idle().isPresent()) {
        // Each of its calls says why it may do nothing, and until when.
        return Optional.of(new McpCaller(e.idle().get().text(), Optional.of(bearer), 1));
      }
      McpCaller nobody = new McpCaller("", Optional.of(bearer), 1);
      try {
        require(CONNECTION, JsonObject.empty(), nobody);
      } catch (CapabilityDenied written) {
        // Which was the point.
      }
      return Optional.empty();
    }
  }

  /**
   * The agent that a token proves.
   *
   * @throws CapabilityDenied when it proves nobody
   */
  McpCaller agent(String token) {
    Caller caller =
        ledger.write(tx -> Agents.caller(tx, Optional.empty(), Optional.of(token), CHANNEL));
    return new McpCaller(
        caller.principal().text(), Optional.of(token), caller.capabilities().maxParallelOps());
  }
}
