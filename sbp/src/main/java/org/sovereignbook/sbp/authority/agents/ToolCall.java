package org.sovereignbook.sbp.authority.agents;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

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
  /**
   * The tool by which somebody asks what it may itself; of others it says what {@code data} lets.
   */
  public static final String CHECK = "access_check";

  /** The member of the arguments of a command that holds its words. */
  public static final String WORDS = "words";

  /** The door of whoever types. */
  public static final String COMMAND = "command";

  /** The door of hooks, by what they answer and by what they call while they run. */
  public static final String HOOK = "hook";

  /**
   * What is kept to make the same call again: its words. One that reads its text from elsewhere can
   * only be made again by whoever made it.
   */
  Optional<JsonObject> again() {
    boolean isWhole =
        arguments
            .array(WORDS)
            .flatMap(JsonArray::strings)
            .filter(words -> !words.contains("-"))
            .isPresent();
    return isWhole ? Optional.of(arguments) : Optional.empty();
  }
}
