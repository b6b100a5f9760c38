package org.sovereignbook.sbp.model.chat;

import java.util.List;
import java.util.Map;

/**
 * MCP server over standard input with the tools of a turn, for backends that run tools themselves.
 *
 * @param name the server's name in the program's configuration, such as {@code sbp}
 * @param command the program with its arguments
 * @param environment variables for it, among them the turn's token
 */
public record ToolServer(String name, List<String> command, Map<String, String> environment) {
  public ToolServer {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** Names no value of the environment, since one is a secret. */
  @Override
  public String toString() {
    return "ToolServer[" + name + ", " + command + ", " + environment.keySet() + "]";
  }
}
