package org.sovereignbook.sbp.frontend.mcp;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.mcp.McpAuthenticator;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Authentication and authorization of MCP calls. Commands of the society authorize calls
 * themselves; all others are checked here. Thread-safe.
 */
record ToolGate(Ledger ledger) implements McpAuthenticator {
  static final String CHANNEL = "mcp";

  /**
   * The tool in the audit log for a caller that could not be authenticated, whose call was not
   * examined.
   */
  private static final String CONNECTION = "mcp";

  /** Most characters kept of an unknown tool's name; known names are shorter. */
  private static final int MAX_NAME_CHARACTERS = 40;

  /**
   * Authorizes a call, and writes the decision to the audit log.
   *
   * @throws CapabilityDenied when it is denied
   */
  void require(String tool, JsonObject arguments, McpCaller caller) {
    ToolCall call = new ToolCall(tool, arguments, CHANNEL, Optional.empty(), caller.token());
    boolean _ = Permissions.run(ledger, call, (_, _) -> true);
  }

  /** Records a call of an unknown tool, with a bounded part of its name. */
  void refuseUnknown(String name, McpCaller caller) {
    ToolCall call =
        new ToolCall(
            printable(name), JsonObject.empty(), CHANNEL, Optional.empty(), caller.token());
    CapabilityDenied _ = Permissions.refuseUnknown(ledger, call);
  }

  /** Records a call with invalid arguments of a caller who may not use the tool, either. */
  void refuseMisfit(String tool, JsonObject arguments, McpCaller caller) {
    ToolCall call = new ToolCall(tool, arguments, CHANNEL, Optional.empty(), caller.token());
    SocietyException _ = Permissions.refuse(ledger, call, "its arguments are not valid, either");
  }

  /** Returns what a caller of an unknown tool is told to do instead, within its rights. */
  String instead(McpCaller caller) {
    return isOpen(ToolSearch.NAME, caller)
        ? "; call tool_search with words for what you want to do"
        : "; your list of tools shows all that you may call";
  }

  private static String printable(String name) {
    return name.codePoints()
        .limit(MAX_NAME_CHARACTERS)
        .map(c -> PeerText.isUnsafe(c) ? '?' : c)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  /** Returns the node whose tools these are. */
  Node node() {
    return ledger.node();
  }

  /**
   * A caller's rights for lists.
   *
   * @param agent its name; empty for the owner
   * @param usable the tools that its capabilities and the policies permit at present
   */
  record Rights(Optional<String> agent, Predicate<String> usable) {}

  /**
   * Returns the caller's rights for lists, without an entry in the audit log.
   *
   * @throws CapabilityDenied when its token is no longer valid
   */
  Rights tools(McpCaller caller) {
    Caller now = Agents.look(ledger, caller.token(), CHANNEL, (_, it) -> it);
    DeclaredTools tools = DeclaredTools.of(ledger.node());
    return new Rights(now.agent().map(Agent::name), tool -> ToolRights.isUsable(tools, now, tool));
  }

  /** Returns whether a caller may use a tool now, for whatever it is working on. */
  boolean isOpen(String tool, McpCaller caller) {
    try {
      return Agents.<Boolean>look(
          ledger, caller.token(), CHANNEL, (tx, it) -> ToolRights.mayNow(tx, it, tool));
    } catch (CapabilityDenied e) {
      return false;
    }
  }

  /** Returns whether a caller may use a tool now, by its rights or by an approval that waits. */
  boolean mayNow(String tool, McpCaller caller) {
    return Agents.<Boolean>look(
        ledger,
        caller.token(),
        CHANNEL,
        (tx, it) ->
            ToolRights.mayNow(tx, it, tool)
                || new RequestedCalls(tx).isAnyApproved(it.principal(), tool));
  }

  /** Authenticates an agent by its token; over HTTP there is no owner. */
  @Override
  public Optional<McpCaller> caller(Optional<String> bearer) {
    return bearer.flatMap(this::proven);
  }

  private Optional<McpCaller> proven(String bearer) {
    try {
      return Optional.of(agent(bearer));
    } catch (CapabilityDenied e) {
      if (e.idle().isPresent()) {
        // Each of its calls reports why it is denied, and until when.
        return Optional.of(new McpCaller(e.idle().get().text(), Optional.of(bearer), 1));
      }
      McpCaller nobody = new McpCaller("", Optional.of(bearer), 1);
      try {
        require(CONNECTION, JsonObject.empty(), nobody);
      } catch (CapabilityDenied written) {
        // The refusal is the purpose.
      }
      return Optional.empty();
    }
  }

  /**
   * Returns the agent of a token.
   *
   * @throws CapabilityDenied when the token is not valid
   */
  McpCaller agent(String token) {
    Optional<Agents.Acting> acting = Agents.acting(ledger, token);
    if (acting.isPresent()) {
      return new McpCaller(
          acting.get().principal().text(), Optional.of(token), acting.get().maxParallelOps());
    }
    Caller caller =
        ledger.write(tx -> Agents.caller(tx, Optional.empty(), Optional.of(token), CHANNEL));
    return new McpCaller(
        caller.principal().text(), Optional.of(token), caller.capabilities().maxParallelOps());
  }
}
