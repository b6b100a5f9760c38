package org.sovereignbook.sbp.peer.delivery;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerFetch;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;

/**
 * Finds the key that a peer has now, when it says that it does not have the one we know: its
 * identity is fetched, once in a run, and believed when the key we know leads to it (IDENTITY
 * §Rotation). So two peers that changed their keys before they heard of each other find each other
 * again.
 */
final class Successors {
  /** Maximum number of rotations that are followed. */
  private static final int MAX_ROTATIONS = 20;

  private final Node node;
  private final Store store;
  private final PeerClient client;
  private final Map<Poster.Place, Optional<IdentityDocument>> asked = new ConcurrentHashMap<>();

  Successors(Delivery delivery) {
    this.node = delivery.node();
    this.store = delivery.store();
    this.client = delivery.client();
  }

  /** Fetches who lives there now. Thread-safe. */
  void ask(Poster.Place place) throws InterruptedException {
    if (!asked.containsKey(place)) {
      asked.put(
          place,
          new PeerFetch(node, client, Instant.MAX).identity(place.endpoint())
                  instanceof PeerFetch.Answer.Valid<IdentityDocument>(IdentityDocument document)
              ? Optional.of(document)
              : Optional.empty());
    }
  }

  /**
   * Returns the identity that succeeds this recipient's key at its endpoint, as far as it was
   * fetched.
   */
  Optional<IdentityDocument> of(Poster.Place place) {
    return asked
        .getOrDefault(place, Optional.empty())
        .filter(document -> succeeds(document, place.recipient()));
  }

  /**
   * Returns the identity at a place when it is neither the recipient nor a known successor of it.
   */
  Optional<IdentityDocument> strangerAt(Poster.Place place) {
    return asked
        .getOrDefault(place, Optional.empty())
        .filter(document -> !document.publicKey().equals(place.recipient()))
        .filter(document -> !succeeds(document, place.recipient()));
  }

  /**
   * Returns whether the document belongs to the newest known successor of the key, or to the next
   * one.
   */
  private boolean succeeds(IdentityDocument document, PublicKey recipient) {
    PublicKey latest = recipient;
    for (int i = 0; i < MAX_ROTATIONS; i++) {
      // For a retired key the store returns the document of its successor.
      latest = store.peerIdentity(latest).map(IdentityDocument::publicKey).orElse(latest);
    }
    return !document.publicKey().equals(recipient)
        && (document.publicKey().equals(latest)
            || document.previousKey().equals(Optional.of(latest)));
  }
}
