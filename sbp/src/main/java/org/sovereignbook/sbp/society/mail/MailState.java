package org.sovereignbook.sbp.society.mail;

import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.MailReceipt;

/** How far a mail has come. */
public enum MailState {
  /** It waits to leave the node. */
  QUEUED,
  /** The peer's node has taken it. */
  SENT,
  /** It is in its recipient's mailbox. */
  DELIVERED,
  /** Its recipient has been given it, and has not acknowledged it. */
  READ,
  /** Acknowledged: it is not given again. */
  HANDLED,
  /** Its time was over before that. */
  EXPIRED,
  /** It is not given to its recipient. */
  REFUSED,
  /** It could not be delivered to the peer. */
  FAILED;

  static MailState of(MailReceipt.Kind receipt) {
    return valueOf(receipt.name());
  }

  /** Whether nothing follows, but for a peer's word that it was handled after all. */
  public boolean isEnd() {
    return compareTo(HANDLED) >= 0;
  }

  /**
   * Whether a receipt moves it on: only forwards, and from an end to {@link #HANDLED} only; what
   * was given up here, and has arrived all the same, goes on as if it had not been.
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
