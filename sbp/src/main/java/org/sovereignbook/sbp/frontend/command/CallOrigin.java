package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.ToolCall;

/**
 * The origin of a command, as determined by this program and never by its caller.
 *
 * @param channel {@code command} for a process of its own, {@code mcp} in this node's MCP server,
 *     {@code web} in the server of its page
 * @param hidden why it is unknown whether an agent has started this process; empty when it is
 *     known, or when another part of this program runs the command
 * @param isProven whether this program has verified the owner's passphrase or key for this call
 * @param request the approved request whose call this program repeats
 */
public record CallOrigin(
    String channel, Optional<String> hidden, boolean isProven, Optional<String> request) {
  /** A process that no agent has started. */
  public static final CallOrigin PROCESS = by(ToolCall.COMMAND);

  /**
   * Returns whether it is a process that no agent has started. Not {@code equals}: that of a record
   * defines classes at its first call, in each command.
   */
  public boolean isPlainProcess() {
    return channel.equals(ToolCall.COMMAND) && hidden.isEmpty() && !isProven && request.isEmpty();
  }

  /** Returns the origin of a command that this program itself runs, by this channel. */
  public static CallOrigin by(String channel) {
    return new CallOrigin(channel, Optional.empty(), false, Optional.empty());
  }

  /** Returns the origin of a call by this channel for which the owner has given a proof. */
  public static CallOrigin provenBy(String channel) {
    return new CallOrigin(channel, Optional.empty(), true, Optional.empty());
  }

  /** Returns the origin of a call that the owner has approved, and that this program repeats. */
  public static CallOrigin approved(String channel, String request) {
    return new CallOrigin(channel, Optional.empty(), false, Optional.of(request));
  }

  /** Returns a copy with a reason why an agent may be hidden. */
  public CallOrigin hiddenBy(Optional<String> why) {
    return new CallOrigin(channel, why, isProven, request);
  }
}
