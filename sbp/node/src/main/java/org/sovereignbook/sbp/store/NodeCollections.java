package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;

/** The collections of every node, in the order in which {@code sbp store} shows and copies them. */
public final class NodeCollections {
  public static final List<Collection> ALL = all();

  private NodeCollections() {}

  private static List<Collection> all() {
    List<Collection> all =
        new ArrayList<>(
            List.of(
                Inbox.WAITING,
                Inbox.SET_ASIDE,
                Archive.PROCESSED,
                Archive.REJECTED,
                Outbox.ITEMS,
                Outbox.FAILED,
                Outbox.HANDED,
                Approval.ALL,
                Archive.SENT,
                Archive.SENT_ARCHIVE));
    all.addAll(ObjectStore.ALL);
    all.addAll(ObjectStore.INDEXES);
    all.add(ObjectStore.HOLDERS);
    all.add(Messages.ALL);
    all.add(PeerIdentities.DOCUMENTS);
    all.add(PeerIdentities.RETIRED);
    all.add(SeenEnvelopes.ENVELOPES);
    all.add(SubscriptionRequest.REQUESTS);
    all.addAll(LogFile.ALL);
    all.add(RejectedEnvelope.LINES);
    all.addAll(StateDocument.ALL);
    return List.copyOf(all);
  }
}
