package org.sovereignbook.sbp.society.mail;

import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.MailReceipt;

/** The state of a mail. */
public enum MailState {
  /** It waits to leave the node. */
  QUEUED,
  /** The peer's node has accepted it. */
  SENT,
  /** It is in its recipient's mailbox. */
  DELIVERED,
  /** Its recipient has read it, and has not acknowledged it. */
  READ,
  /** Its recipient has acknowledged it, so it is not given again. */
  HANDLED,
  /** It expired before it was acknowledged. */
  EXPIRED,
  /** It was refused, and is not given to its recipient. */
  REFUSED,
  /** It could not be delivered to the peer. */
  FAILED;

  static MailState of(MailReceipt.Kind receipt) {
    return valueOf(receipt.name());
  }

  /** Returns whether the state is final, except for a late receipt that it was handled. */
  public boolean isEnd() {
    return compareTo(HANDLED) >= 0;
  }

  /**
   * Returns whether a receipt may change the state to {@code next}. Changes go forward only, and
   * from a final state only to {@link #HANDLED}. A mail given up here that arrived all the same
   * continues as if it had not been given up.
   */
  boolean mayBecome(MailState next) {
    return (isEnd() && this != FAILED)
        ? (this != HANDLED && next == HANDLED)
        : (this == FAILED || next.compareTo(this) > 0);
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
