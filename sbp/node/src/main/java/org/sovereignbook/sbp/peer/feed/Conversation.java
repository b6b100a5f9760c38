package org.sovereignbook.sbp.peer.feed;

import java.util.List;
import org.sovereignbook.sbp.store.Message;

/**
 * Conversation between this node and one peer, oldest message first.
 *
 * @param messages at least one
 */
public record Conversation(Someone peer, List<MessageWithState> messages) {

  /** Counts the unread received messages. */
  public int unread() {
    return (int) messages.stream().filter(entry -> entry.message().isUnread()).count();
  }

  public MessageWithState last() {
    return messages.getLast();
  }

  /** A message and how it stands. */
  public record MessageWithState(Message message, State state) {}

  /** The state of a message: the first two of received ones, the others of sent ones. */
  public enum State {
    UNREAD,
    READ,
    QUEUED,
    FAILED,
    DELIVERED,
    DROPPED,
    /** Its item is gone, and no record says how its delivery ended. */
    UNKNOWN
  }
}
