package org.sovereignbook.sbp.network;

import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * The keys in rows of {@code peers.md} that cannot be read. Such a row may be a misspelt {@code
 * blocked}, so its peer must not be met anew as a stranger.
 */
public record UnreadableRows(String text) {

  public static UnreadableRows of(Store store, PeerTable table) {
    return new UnreadableRows(table.problems().isEmpty() ? "" : store.peersText());
  }

  /** Whether a key that is not in the table stands in the file all the same. */
  public boolean mention(PublicKey key) {
    return text.contains(key.toString());
  }
}
