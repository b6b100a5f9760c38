package org.sovereignbook.sbp.store;

import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Words;

/** Reason why a peer is known, a state that any sender of a message can reach. */
public enum KnownBy {
  /** It wrote to this node. */
  MESSAGE,
  /** A peer named it. */
  PEERS,
  /** The reader decided so on a message that was no announce. */
  READER,
  /** The owner added it. */
  OWNER;

  /** Returns whether the reader or the owner of this node decided it. */
  boolean isDecision() {
    return this == READER || this == OWNER;
  }

  static Optional<KnownBy> parse(String word) {
    return Stream.of(values()).filter(one -> one.toString().equals(word)).findFirst();
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
