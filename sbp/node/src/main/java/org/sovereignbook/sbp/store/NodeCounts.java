package org.sovereignbook.sbp.store;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Counts of a node's contents at one moment, for {@code sbp status} and {@code status.md}.
 *
 * @param peers by trust state, all five
 * @param requested peers that we asked to follow and that have not answered yet
 * @param setAside messages that the model has failed on
 * @param unread unread personal messages, as {@link Messages#unread} counts them
 * @param outbox by subdirectory, with {@code failed}
 * @param objects signed objects by collection
 */
public record NodeCounts(
    SequencedMap<TrustState, Integer> peers,
    int subscribers,
    int subscribed,
    int requested,
    int inbox,
    int setAside,
    int unread,
    SequencedMap<String, Integer> outbox,
    SequencedMap<String, Integer> objects) {

  public static NodeCounts of(Store store, PeerTable table) {
    SequencedMap<TrustState, Integer> peers = new LinkedHashMap<>();
    for (TrustState trust : TrustState.values()) {
      peers.put(trust, table.count(peer -> peer.trust() == trust));
    }
    SequencedMap<String, Integer> outbox = new LinkedHashMap<>();
    for (OutboxKind kind : OutboxKind.values()) {
      outbox.put(kind.toString(), 0);
    }
    store.outbox().pending().forEach(id -> outbox.merge(id.kind().toString(), 1, Integer::sum));
    outbox.put("failed", store.outbox().failed().size());
    SequencedMap<String, Integer> objects = new LinkedHashMap<>();
    for (Collection.Keyed kind : ObjectStore.ALL) {
      objects.put(kind.name(), store.objects().count(kind));
    }
    return new NodeCounts(
        peers,
        table.count(Peer::subscriber),
        table.count(Peer::subscribed),
        (int)
            SubscriptionRequest.all(store).values().stream()
                .filter(SubscriptionRequest::isRequested)
                .count(),
        store.inbox().count(),
        store.count(Inbox.SET_ASIDE),
        store.messages().unread(),
        outbox,
        objects);
  }
}
