package org.sovereignbook.sbp.delivery;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.http.PeerReply;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/** What delivery goes by, beside its configuration; {@link Delivery} says it. Pure. */
public interface DeliveryRules {

  /** Whom new content goes to. */
  boolean isFollower(Peer peer);

  /** Why a recipient that still waits for an item shall not get it; empty when it shall. */
  Optional<String> withdrawal(OutgoingItem item, PublicKey recipient, PeerTable peers);

  /** What a peer's reply to an envelope means for the item. */
  Verdict verdict(PeerReply reply);

  /** Whether so many attempts were enough. */
  boolean givesUp(int attempts, Config config);

  /** When to try again after so many failures. */
  Timestamp nextAttempt(Verdict.Failed failed, int failures, Config config, Timestamp now);
}
