package org.sovereignbook.sbp.network;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Who rises from {@code known} to {@code endorsed} (IMPLEMENTATION §3.2, network steps 4 to 6). An
 * endorser counts once for a target, however many endorsements it signed, and only by the trust it
 * has before this step: nobody is lifted by somebody lifted in the same run. A pure decision.
 */
public final class Promotion {
  private Promotion() {}

  static boolean isRelevant(Endorsement endorsement, PeerTable table) {
    return endorsement.target() instanceof Endorsement.Target.OfIdentity(PublicKey target)
        && table.trust(target) == TrustState.KNOWN
        && table.trust(endorsement.endorserKey()).isEndorsedOrTrusted();
  }

  /** The known peers with enough endorsers, in the order of the table. */
  public static List<PublicKey> of(PeerTable table, Stream<Endorsement> verified, int threshold) {
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
}
