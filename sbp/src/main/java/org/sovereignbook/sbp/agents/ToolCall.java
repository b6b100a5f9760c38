package org.sovereignbook.sbp.agents;

import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;

/**
 * A wish to use a tool, before anybody knows whose it is.
 *
 * @param tool such as {@code task_claim}
 * @param arguments kept as their hash only
 * @param channel the door: {@code command}, {@code mcp}, {@code team}
 * @param as the agent that the owner acts for; of an agent, only itself
 * @param token the bearer token of an agent; without one it is the owner
 */
public record ToolCall(
    String tool,
    JsonObject arguments,
    String channel,
    Optional<String> as,
    Optional<String> token) {
  /** The door of whoever types. */
  public static final String COMMAND = "command";

  /** Whether the owner typed it, so that nobody has to be asked. */
  public boolean isOfOwnersOwn() {
    return token.isEmpty() && channel.equals(COMMAND);
  }
}
