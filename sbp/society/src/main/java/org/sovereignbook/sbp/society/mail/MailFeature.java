package org.sovereignbook.sbp.society.mail;

import java.util.Map;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.node.Feature;

/** A feature to which mail of peers is addressed, instead of an agent. */
public interface MailFeature extends Feature {
  /** Returns what takes the types of mail that are for this feature. */
  default Map<MailType, Arrival.Handler> arrivals() {
    return Map.of();
  }

  /**
   * Returns how many mails of a peer it took since a time that count against the peer's mails of an
   * hour (mail.peer_mails_per_hour). It asks {@link Arrival#overHour} before it takes one.
   */
  default long arrivedSince(Transaction tx, PublicKey peer, long sinceMs) {
    return 0;
  }
}
