package org.sovereignbook.sbp.peer.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Promotion of peers from {@code known} to {@code endorsed} (IMPLEMENTATION §3.2, network steps 4
 * to 6). An endorser counts once for a target, however many endorsements it signed, and only by the
 * trust it has before this step: a peer promoted in this run promotes no other.
 */
final class Promotion {
  private Promotion() {}

  /** Returns the known peers with enough endorsers, in the order of the table. A pure decision. */
  static List<PublicKey> of(PeerTable table, Stream<Endorsement> verified, int threshold) {
    Map<String, Set<PublicKey>> endorsers = new HashMap<>();
    verified
        .filter(endorsement -> isRelevant(endorsement, table))
        .forEach(
            endorsement ->
                endorsers
                    .computeIfAbsent(endorsement.target().ref(), key -> new HashSet<>())
                    .add(endorsement.endorserKey()));
    return table.peers().stream()
        .map(Peer::publicKey)
        .filter(key -> endorsers.getOrDefault(key.toString(), Set.of()).size() >= threshold)
        .toList();
  }

  /**
   * Returns the valid endorsements in {@code endorsements/received/} of a known peer by an endorsed
   * or trusted one. Each is verified again, because a person may have put a file there.
   *
   * @param damaged receives the names of unreadable files
   */
  static List<Endorsement> stored(
      Store store, PeerTable table, RunAsides asides, Consumer<String> damaged) {
    List<Endorsement> relevant = new ArrayList<>();
    boolean promotable =
        table.count(peer -> peer.trust() == TrustState.KNOWN) > 0
            && table.count(peer -> peer.trust().isEndorsedOrTrusted()) > 0;
    if (promotable) {
      for (ContentHash hash : store.objects().hashes(ObjectStore.ENDORSEMENTS_RECEIVED)) {
        try {
          relevant(store, hash, table).ifPresent(relevant::add);
        } catch (NodeException e) {
          damaged.accept(e.getMessage());
        } catch (RuntimeException e) {
          damaged.accept(asides.failed("endorsement " + hash, e));
        }
      }
    }
    return relevant;
  }

  private static Optional<Endorsement> relevant(Store store, ContentHash hash, PeerTable table) {
    return store
        .objects()
        .find(ObjectStore.ENDORSEMENTS_RECEIVED, hash)
        .flatMap(json -> relevant(json, table));
  }

  private static Optional<Endorsement> relevant(JsonObject json, PeerTable table) {
    return Endorsement.parse(json)
        .toOptional()
        .filter(endorsement -> isRelevant(endorsement, table))
        .filter(endorsement -> Endorsement.validate(endorsement.json()).isValid());
  }

  private static boolean isRelevant(Endorsement endorsement, PeerTable table) {
    return endorsement.target() instanceof Endorsement.Target.OfIdentity(PublicKey target)
        && table.trust(target) == TrustState.KNOWN
        && table.trust(endorsement.endorserKey()).isEndorsedOrTrusted();
  }
}
