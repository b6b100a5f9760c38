package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.ToolCall;

/**
 * How a command came to be run, as this program knows it by itself. Nothing in it is the word of
 * the caller.
 *
 * @param channel {@code command} for a process of its own, {@code mcp} in this node's MCP server
 * @param hidden why nobody can know whether an agent has started this process; empty when it is
 *     known, or when another part of this program runs the command
 */
public record CallOrigin(String channel, Optional<String> hidden) {
  /** A process that no agent has started. */
  public static final CallOrigin PROCESS = new CallOrigin(ToolCall.COMMAND, Optional.empty());

  /** Run by this program itself, by this channel. */
  public static CallOrigin by(String channel) {
    return new CallOrigin(channel, Optional.empty());
  }

  /** The same where this hides whether an agent has started it. */
  public CallOrigin hiddenBy(Optional<String> why) {
    return new CallOrigin(channel, why);
  }
}
