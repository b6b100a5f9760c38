package org.sovereignbook.sbp.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * The endorsements in {@code endorsements/received/} that bear on a promotion. Each is verified
 * again, because a file may have been put there by hand.
 *
 * @param relevant valid identity endorsements of a known peer by an endorsed or trusted one
 * @param damaged what to report about files that cannot be read
 */
public record StoredEndorsements(List<Endorsement> relevant, List<String> damaged) {

  public static StoredEndorsements load(Store store, PeerTable table) {
    List<Endorsement> relevant = new ArrayList<>();
    List<String> damaged = new ArrayList<>();
    boolean promotable =
        table.count(peer -> peer.trust() == TrustState.KNOWN) > 0
            && table.count(peer -> peer.trust().isEndorsedOrTrusted()) > 0;
    if (promotable) {
      for (ContentHash hash : store.objects().hashes(ObjectStore.ENDORSEMENTS_RECEIVED)) {
        try {
          store
              .objects()
              .find(ObjectStore.ENDORSEMENTS_RECEIVED, hash)
              .flatMap(json -> readRelevant(json, table))
              .ifPresent(relevant::add);
        } catch (NodeException e) {
          damaged.add(String.valueOf(e.getMessage()));
        }
      }
    }
    return new StoredEndorsements(List.copyOf(relevant), List.copyOf(damaged));
  }

  private static Optional<Endorsement> readRelevant(JsonObject json, PeerTable table) {
    return Endorsement.parse(json)
        .toOptional()
        .filter(endorsement -> Promotion.isRelevant(endorsement, table))
        .filter(endorsement -> Endorsement.validate(endorsement.json()).isValid());
  }
}
