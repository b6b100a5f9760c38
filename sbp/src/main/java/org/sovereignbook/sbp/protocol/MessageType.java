package org.sovereignbook.sbp.protocol;

import java.util.Optional;

/** What an envelope carries (PROTOCOL §6). */
public enum MessageType {
  ANNOUNCE("announce"),
  DIRECT("direct"),
  SHARE("share"),
  PEER_LIST("peer-list"),
  SUBSCRIBE("subscribe"),
  UNSUBSCRIBE("unsubscribe"),
  ACK("ack"),
  ERROR("error");

  private final String wire;

  MessageType(String wire) {
    this.wire = wire;
  }

  /** Reads the wire spelling; empty for an unknown type. */
  public static Optional<MessageType> parse(String text) {
    for (MessageType type : values()) {
      if (type.wire.equals(text)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return wire;
  }
}
