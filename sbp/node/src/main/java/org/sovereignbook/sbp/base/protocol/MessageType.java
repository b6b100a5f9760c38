package org.sovereignbook.sbp.base.protocol;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;

/** Type of an envelope's payload (PROTOCOL §6). */
public enum MessageType {
  ANNOUNCE,
  DIRECT,
  SHARE,
  PEER_LIST,
  SUBSCRIBE,
  UNSUBSCRIBE,
  ACK,
  ERROR,
  /** A group that members of several nodes share (docs/protocol-memory.md). */
  MEMORY;

  /** Reads the wire spelling; empty for an unknown type. */
  public static Optional<MessageType> parse(String text) {
    return Words.find(MessageType.class, text);
  }

  /** Returns the spelling on the wire. */
  @Override
  public String toString() {
    return Words.hyphenated(this);
  }
}
