package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.ToolCall;

/**
 * The origin of a command, as determined by this program and never by its caller.
 *
 * @param channel {@code command} for a process of its own, {@code mcp} in this node's MCP server
 * @param hidden why it is unknown whether an agent has started this process; empty when it is
 *     known, or when another part of this program runs the command
 */
public record CallOrigin(String channel, Optional<String> hidden) {
  /** A process that no agent has started. */
  public static final CallOrigin PROCESS = new CallOrigin(ToolCall.COMMAND, Optional.empty());

  /** Returns the origin of a command that this program itself runs, by this channel. */
  public static CallOrigin by(String channel) {
    return new CallOrigin(channel, Optional.empty());
  }

  /** Returns a copy with a reason why an agent may be hidden. */
  public CallOrigin hiddenBy(Optional<String> why) {
    return new CallOrigin(channel, why);
  }
}
