package org.sovereignbook.sbp.reader;

import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Peer;

/** When a peer was last heard of (CHOICES 18); times in the table never go back. */
final class Contact {
  private Contact() {}

  static Peer madeAt(Peer peer, Timestamp at) {
    return peer.lastContact().filter(known -> !known.isBefore(at)).isPresent()
        ? peer
        : peer.withLastContact(at);
  }

  static Peer contentAt(Peer peer, Timestamp at) {
    return peer.lastContent().filter(known -> !known.isBefore(at)).isPresent()
        ? peer
        : peer.withLastContent(at);
  }
}
