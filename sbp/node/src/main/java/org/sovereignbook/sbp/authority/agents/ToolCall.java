package org.sovereignbook.sbp.authority.agents;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Tool call whose caller is not authenticated yet.
 *
 * @param tool such as {@code task_claim}
 * @param arguments kept as their hash only
 * @param channel {@code command}, {@code mcp} or {@code team}
 * @param as the agent that the owner acts for; an agent may name only itself
 * @param token the bearer token of an agent; without one the caller is the owner
 * @param request the approved request whose call this program repeats
 */
public record ToolCall(
    String tool,
    JsonObject arguments,
    String channel,
    Optional<String> as,
    Optional<String> token,
    Optional<String> request) {
  public ToolCall(
      String tool,
      JsonObject arguments,
      String channel,
      Optional<String> as,
      Optional<String> token) {
    this(tool, arguments, channel, as, token, Optional.empty());
  }

  /**
   * Tool by which a caller asks about its own rights; about others it answers as far as {@code
   * data} allows.
   */
  public static final String CHECK = "access_check";

  /** Member of a command's arguments that has its words. */
  public static final String WORDS = "words";

  /** Channel of the command line. */
  public static final String COMMAND = "command";

  /** Channel of the owner's page. */
  public static final String WEB = "web";

  /** Channel of hooks, for their answers and for the calls that they make while they run. */
  public static final String HOOK = "hook";

  /**
   * Returns the words that are stored to repeat the call. A call that reads its text from elsewhere
   * can only be repeated by its caller.
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
