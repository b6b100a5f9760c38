package org.sovereignbook.sbp.reader;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * What a node knows while messages are judged. Reads only.
 *
 * @param formerSelf this node's key before the last rotation: what was accepted under it is still
 *     to be read
 * @param identities the last identity document held for a key
 * @param isOwnContent whether this node wrote a piece of content
 * @param parentOf what a piece of received content replies to
 */
public record Knowledge(
    PublicKey self,
    Optional<PublicKey> formerSelf,
    PeerTable peers,
    Function<PublicKey, Optional<IdentityDocument>> identities,
    Predicate<ContentHash> isOwnContent,
    Function<ContentHash, Optional<ContentHash>> parentOf,
    int maxSubscribers,
    Instant now) {

  /** What the store holds now. */
  public static Knowledge of(Store store, IdentityDocument own, int maxSubscribers, Instant now) {
    return new Knowledge(
        own.publicKey(),
        own.previousKey(),
        store.peers(),
        store::peerIdentity,
        hash -> store.objects().find(ObjectStore.CONTENT_CREATED, hash).isPresent(),
        hash ->
            store
                .objects()
                .find(ObjectStore.CONTENT_RECEIVED, hash)
                .flatMap(json -> Content.parse(json).toOptional())
                .flatMap(Content::inReplyTo),
        maxSubscribers,
        now);
  }

  public Knowledge withPeers(PeerTable table) {
    return new Knowledge(
        self, formerSelf, table, identities, isOwnContent, parentOf, maxSubscribers, now);
  }

  /** Whose messages are this node's, the current key first. */
  public List<PublicKey> ownKeys() {
    return Stream.concat(Stream.of(self), formerSelf.stream()).toList();
  }

  public Item.Person person(PublicKey key) {
    return new Item.Person(key, nameOf(key), peers.trust(key));
  }

  /** The name in the table, or in a held identity document, or else the fingerprint. */
  public String nameOf(PublicKey key) {
    return peers
        .find(key)
        .map(Peer::name)
        .or(() -> identities.apply(key).map(IdentityDocument::name))
        .filter(name -> !name.isBlank())
        .orElseGet(() -> Fingerprint.of(key).toString());
  }

  /** Where a peer is to be found, as far as anybody but the message at hand says. */
  public Optional<Endpoint> endpointOf(PublicKey key) {
    return peers
        .find(key)
        .map(Peer::endpoint)
        .or(() -> identities.apply(key).map(IdentityDocument::endpoint));
  }

  public boolean isBlocked(PublicKey key) {
    return peers.trust(key) == TrustState.BLOCKED;
  }

  /** Whether nobody more may follow this node. */
  public boolean atCapacity() {
    return peers.count(peer -> peer.subscriber() && peer.trust() != TrustState.BLOCKED)
        >= maxSubscribers;
  }
}
