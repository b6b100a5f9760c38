package org.sovereignbook.sbp.store;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.IdentityDocument;

/**
 * A node's state. Reads see what is stored now; every change of more than one thing goes through
 * {@link #commit}, which is atomic and durable whatever happens to the process. Only the inbound
 * server adds to the inbox beside it. One instance belongs to one thread at a time, except {@link
 * #inbox}, which is thread-safe.
 */
public interface Store {

  /** Envelopes received and not yet processed. */
  Inbox inbox();

  /** What is to be delivered, and what could not be. */
  Outbox outbox();

  /** Signed content and endorsements, received and created, with their indexes. */
  ObjectStore objects();

  /** The peer table as it is now; edits by people included. */
  PeerTable peers();

  /** The last identity document held for a peer's key. */
  Optional<IdentityDocument> peerIdentity(PublicKey key);

  /** The envelopes processed in the last seven days, for replay protection. */
  SeenEnvelopes seenEnvelopes();

  /** The lines of a log, oldest first. */
  List<String> log(LogFile log);

  /**
   * Makes all changes of the set or none. After a crash the next holder of the node finishes a set
   * whose commit had begun, before it does anything else.
   */
  void commit(ChangeSet changes);

  /** Makes both indexes anew from the received objects (IMPLEMENTATION §3.2, maintenance). */
  void rebuildIndexes();
}
