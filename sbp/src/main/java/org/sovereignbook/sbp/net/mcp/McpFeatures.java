package org.sovereignbook.sbp.net.mcp;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;

/** What a server offers. Asked anew for each request; thread-safe. */
public interface McpFeatures {
  /** Name and version of the program. */
  JsonObject serverInfo();

  /** Which of the lists {@code tools}, {@code prompts}, {@code resources} can change meanwhile. */
  Set<String> changingLists();

  /** How a model is to use this server, in a few sentences. */
  String instructions();

  /** Those that the caller may use. */
  List<McpTool> tools(McpCaller caller) throws RpcError;

  /** One, whoever may use it: its action says who may. */
  Optional<McpTool> tool(String name);

  /** Somebody has called a tool that there is not; the answer says so in any case. */
  default void noTool(String name, McpCaller caller) {}

  /** Those that there are now, templates not among them. */
  List<McpResource> resources(McpCaller caller) throws RpcError;

  List<McpResource> templates();

  /**
   * Reads one; of the call its argument {@code uri}.
   *
   * @throws RpcError when there is no such resource
   */
  McpOutcome read(String uri, McpCall call) throws RpcError, InterruptedException;

  /** Whether the caller may hear when this resource changes; of one that there is not, nobody. */
  boolean mayWatch(String uri, McpCaller caller);

  List<McpPrompt> prompts(McpCaller caller) throws RpcError;

  /** What could be meant by the beginning of an argument's value. */
  List<String> complete(McpCaller caller, JsonObject reference, String argument, String begun)
      throws RpcError;
}
