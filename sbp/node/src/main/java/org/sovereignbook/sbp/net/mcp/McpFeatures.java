package org.sovereignbook.sbp.net.mcp;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Tools, resources and prompts of a server. Queried for each request; thread-safe. */
public interface McpFeatures {
  /** Returns name and version of the program. */
  JsonObject serverInfo();

  /**
   * Returns the lists, among {@code tools}, {@code prompts} and {@code resources}, that can change
   * while the server runs.
   */
  Set<String> changingLists();

  /** Returns the instructions for the caller's model, in a few sentences. */
  String instructions(McpCaller caller);

  /** Returns the tools that the caller may use. */
  List<McpTool> tools(McpCaller caller) throws RpcError;

  /** Finds a tool by name, for any caller; its action authorizes the caller. */
  Optional<McpTool> tool(String name);

  /** Notes a call of an unknown tool. Returns what to do instead, for the end of the error. */
  default String noTool(String name, McpCaller caller) {
    return "";
  }

  /** Returns the present resources, without templates. */
  List<McpResource> resources(McpCaller caller) throws RpcError;

  List<McpResource> templates();

  /**
   * Reads a resource; {@code uri} is also among the call's arguments.
   *
   * @throws RpcError when there is no such resource
   */
  McpOutcome read(String uri, McpCall call) throws RpcError, InterruptedException;

  /** Returns whether the caller may subscribe to a resource; false for an unknown one. */
  boolean mayWatch(String uri, McpCaller caller);

  List<McpPrompt> prompts(McpCaller caller) throws RpcError;

  /** Returns completions for the beginning of an argument's value. */
  List<String> complete(McpCaller caller, JsonObject reference, String argument, String begun)
      throws RpcError;
}
