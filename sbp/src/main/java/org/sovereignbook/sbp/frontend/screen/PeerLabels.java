package org.sovereignbook.sbp.frontend.screen;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerNames;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/** The names of peers in tables and sentences: safe, short, and never ambiguous. */
public record PeerLabels(PeerTable peers, PeerNames names) {
  private static final int NAME_COLUMNS = 16;
  private static final String STRANGER = "(stranger)";

  public static PeerLabels of(Store store) {
    PeerTable peers = store.peers();
    return new PeerLabels(peers, new PeerNames(peers, self(store.node())));
  }

  private static Optional<IdentityDocument> self(Node node) {
    try {
      return Optional.of(node.identityAsWritten());
    } catch (NodeException e) {
      // Problems of the identity are reported by doctor; peers can be shown without it.
      return Optional.empty();
    }
  }

  public String of(Optional<PublicKey> key) {
    return key.flatMap(peers::find).map(this::of).orElse(STRANGER);
  }

  public String of(Peer peer) {
    return of(peer.name(), peer.publicKey(), names.isAmbiguous(peer.name(), peer.publicKey()));
  }

  /** Returns a name for tables, cut to its column; with the key if it is ambiguous. */
  public static String of(String name, PublicKey key, boolean ambiguous) {
    String clipped = Table.clip(PeerText.plain(name), NAME_COLUMNS).strip();
    return ambiguous ? (clipped + " (" + Abbreviation.of(key) + ")").strip() : clipped;
  }
}
