package org.sovereignbook.sbp.frontend.mcp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpChanges;
import org.sovereignbook.sbp.net.mcp.McpOutcome;
import org.sovereignbook.sbp.net.mcp.McpSettings;
import org.sovereignbook.sbp.net.mcp.McpTool;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Tools of the node for an agent in this process, the same as over MCP: each call is authorized for
 * the agent's token. Thread-safe.
 */
public final class AgentTools {
  /** Tool that finds the other tools. */
  public static final String SEARCH = ToolSearch.NAME;

  private final ToolGate gate;
  private final CommandTools commands;
  private final ToolLists lists;
  private final ToolSearch search;

  private AgentTools(ToolGate gate, CommandTools commands, ToolLists lists, ToolSearch search) {
    this.gate = gate;
    this.commands = commands;
    this.lists = lists;
    this.search = search;
  }

  /** Creates the tools of a node. The caller lends the ledger to the session. */
  public static AgentTools of(Session session, Ledger ledger) {
    Config config = ledger.node().config();
    ToolGate gate = new ToolGate(ledger);
    CommandTools commands =
        new CommandTools(
            session.commands().of(ledger.node()),
            gate,
            new CommandRun(session, ledger.node(), config.get(McpSettings.ANSWER_BYTES)),
            // Refused calls end the turn of a session instead.
            new RefusedCalls(Integer.MAX_VALUE, ledger.node().clock()));
    ToolLists lists = new ToolLists(config, List.of(), new McpChanges());
    return new AgentTools(gate, commands, lists, new ToolSearch(commands, gate, lists));
  }

  /**
   * Result of a call, as the model reads it.
   *
   * @param isRefused whether the agent lacks a right for it
   * @param request the request by which the owner can approve the refused call
   */
  public record Answer(String text, boolean isError, boolean isRefused, Optional<String> request) {
    public Answer(String text, boolean isError) {
      this(text, isError, false, Optional.empty());
    }
  }

  /** Returns the tools that an agent is offered: the usual ones, and those that it has found. */
  public List<McpTool> listed(String token) {
    McpCaller caller = gate.agent(token);
    ToolGate.Rights may = gate.tools(caller);
    return Stream.concat(
            Stream.of(search.tool()),
            commands.listed(caller, lists.listed(caller, may.agent(), may.usable())))
        .filter(tool -> may.usable().test(tool.name()))
        .toList();
  }

  /** Returns whether a call of a tool may be made again when its outcome is unknown. */
  public boolean isRepeatable(String name) {
    return commands.isRepeatable(name);
  }

  /** Returns all tools that an agent may use. */
  public List<McpTool> all(String token) {
    McpCaller caller = gate.agent(token);
    ToolGate.Rights may = gate.tools(caller);
    return commands.all(caller).filter(tool -> may.usable().test(tool.name())).toList();
  }

  /** Decides whether the agent of a token may make a call that is none of these tools. */
  public Answer permits(String name, JsonObject arguments, String token) {
    try {
      gate.require(name, arguments, gate.agent(token));
      return new Answer("", false);
    } catch (CapabilityDenied e) {
      return new Answer(
          e.code() + ": " + e.getMessage(),
          true,
          CapabilityDenied.isLack(e.code()),
          CapabilityDenied.request(e.hints()));
    }
  }

  /** Calls a tool for the agent of a token. */
  public Answer call(String name, JsonObject arguments, String token) {
    McpCaller caller;
    try {
      caller = gate.agent(token);
    } catch (CapabilityDenied e) {
      return new Answer(e.code() + ": " + e.getMessage(), true);
    }
    if (name.equals(ToolSearch.NAME)) {
      return answer(search.search(arguments, caller));
    }
    Optional<McpOutcome> outcome = commands.call(name, arguments, caller);
    if (outcome.isEmpty()) {
      gate.refuseUnknown(name, caller);
      return new Answer("there is no tool " + PeerText.quote(name) + gate.instead(caller), true);
    }
    return answer(outcome.get());
  }

  private static Answer answer(McpOutcome outcome) {
    return switch (outcome) {
      case McpOutcome.Done(JsonObject result) -> answer(result);
      case McpOutcome.Asks _ -> new Answer("this needs a person at a terminal", true);
    };
  }

  private static Answer answer(JsonObject result) {
    Optional<JsonObject> error =
        result.object("structuredContent").flatMap(document -> document.object("error"));
    return new Answer(
        text(result),
        result.bool("isError").orElse(false),
        error.flatMap(one -> one.string("code")).filter(CapabilityDenied::isLack).isPresent(),
        error
            .flatMap(one -> one.array("hints"))
            .flatMap(JsonArray::strings)
            .flatMap(CapabilityDenied::request));
  }

  private static String text(JsonObject result) {
    return result.array("content").map(JsonArray::objects).orElse(List.of()).stream()
        .flatMap(block -> block.string("text").stream())
        .collect(Collectors.joining("\n"));
  }
}
