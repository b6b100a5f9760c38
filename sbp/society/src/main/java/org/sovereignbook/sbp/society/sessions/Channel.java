package org.sovereignbook.sbp.society.sessions;

/** Names of channels by which calls of turns and messages to sessions come. */
public final class Channel {
  /** Channel of the tool calls of a turn. */
  public static final String SESSION = "session";

  /** Channel of a person at {@code sbp chat}. */
  public static final String CHAT = "chat";

  private Channel() {}
}
