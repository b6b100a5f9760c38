package org.sovereignbook.sbp.network;

import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * The keys in rows of {@code peers.md} that cannot be read. Such a row may be a misspelt {@code
 * blocked}, so its peer must not be met anew as a stranger.
 */
record UnreadableRows(String text) {

  static UnreadableRows of(Node node, PeerTable table) {
    return new UnreadableRows(
        table.problems().isEmpty() ? "" : node.readText(node.home().peers()).orElse(""));
  }

  /** Whether a key that is not in the table stands in the file all the same. */
  boolean mention(PublicKey key) {
    return text.contains(key.toString());
  }
}
