package org.sovereignbook.sbp.plugins.channels.line;

/** Outcome of an attempt to send. */
public sealed interface SendOutcome {
  /**
   * The server has taken the message and answers for it; the only success.
   *
   * @param serverId what the server calls it
   */
  record Accepted(String serverId) implements SendOutcome {}

  /**
   * The server has not taken the message.
   *
   * @param retryable whether a later attempt may succeed
   */
  record Failed(String reason, boolean retryable) implements SendOutcome {}

  /** The server may have taken the message; {@link ChannelLine#find} tells. */
  record Unknown(String reason) implements SendOutcome {}
}
