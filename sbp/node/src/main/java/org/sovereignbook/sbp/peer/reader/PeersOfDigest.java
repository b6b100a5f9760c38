package org.sovereignbook.sbp.peer.reader;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.PeersDocument;

/**
 * Excerpt of {@code peers.md} for a model: the rows of the peers in the digest, and the number of
 * others. The full table grows with every sender.
 */
record PeersOfDigest(PeerTable peers, List<DigestItem> items) {
  private static final List<String> KEYS =
      List.of("sender_key", "author_key", "endorser_key", "target_ref");

  /** Returns the input, no longer than this; rows that do not fit are counted only. */
  LlmRequest.Input input(int most) {
    List<Peer> shown = new ArrayList<>();
    int left = most - Judge.bytes(text(List.of()));
    for (Peer peer : concerned()) {
      left -= Judge.bytes(PeersDocument.table(List.of(peer))) - Judge.bytes(PeersDocument.header());
      if (left >= 0) {
        shown.add(peer);
      }
    }
    return new LlmRequest.Input(ReaderJob.PEERS, text(shown), true);
  }

  private Set<Peer> concerned() {
    Set<Peer> concerned = new LinkedHashSet<>();
    for (DigestItem item : items) {
      KEYS.stream()
          .flatMap(name -> item.json().parsed(name, PublicKey::parse).stream())
          .flatMap(key -> peers.find(key).stream())
          .forEach(concerned::add);
    }
    return concerned;
  }

  private String text(List<Peer> shown) {
    String counts =
        Stream.of(TrustState.values())
            .map(trust -> peers.count(peer -> peer.trust() == trust) + " " + trust)
            .collect(Collectors.joining(", "));
    return PeersDocument.table(shown)
        + "\nThese are the rows of the peers in the digest. All of the table: "
        + counts
        + ".\n";
  }
}
