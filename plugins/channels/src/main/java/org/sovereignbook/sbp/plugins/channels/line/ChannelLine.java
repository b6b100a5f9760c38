package org.sovereignbook.sbp.plugins.channels.line;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Open channel. One thread uses it at a time, except for {@link #close}, which ends a wait from
 * another thread.
 */
public interface ChannelLine extends AutoCloseable {
  /** Taker of received messages; it stores a message before it returns. */
  @FunctionalInterface
  interface Taker {
    /**
     * Takes a message.
     *
     * @param cursor the place after it
     */
    void take(String cursor, ChannelMessage message);
  }

  /**
   * Sends a message, once. Never reports a message as accepted unless the server has said so.
   *
   * @return {@link SendOutcome.Unknown} when the connection ended before the server's answer
   */
  SendOutcome send(OutgoingMessage message) throws InterruptedException;

  /**
   * Looks for a message of unknown outcome at the server.
   *
   * @return the server's id of it; empty when the server does not have it
   */
  Optional<String> find(OutgoingMessage message) throws ChannelException, InterruptedException;

  /**
   * Passes on all messages after a cursor, the oldest first. A message that cannot be read is
   * passed on as {@link ChannelMessage.Kind#BROKEN}.
   *
   * @param since the place after the last taken message; empty the first time, when only what comes
   *     later is passed on
   * @return the place after the last message
   */
  String receive(Optional<String> since, Taker taker) throws ChannelException, InterruptedException;

  /**
   * Waits until something may have come, or the time is over.
   *
   * @return whether the server announces messages; otherwise it was only a pause
   */
  boolean await(Duration most) throws ChannelException, InterruptedException;

  /** Returns what a message of ours that came back shows about the server, in lines for people. */
  default List<String> remarks(OutgoingMessage message)
      throws ChannelException, InterruptedException {
    return List.of();
  }

  /** Returns the address by which the channel's own account is known. */
  String address();

  @Override
  void close();
}
