package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Rotation;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;

/**
 * Effect of a validated identity document on the peer table: a known peer's new name or endpoint,
 * or the move of its row to a new key (IDENTITY §Rotation). It never adds a stranger.
 *
 * @param table the table afterwards
 * @param changes the changes to commit beside {@code table.changes(before)}
 * @param movedFrom the old key, when the document rotated a known peer's key
 * @param refused why the document was not accepted, if it was not
 */
public record Introduction(
    PeerTable table,
    List<Change> changes,
    Optional<PublicKey> movedFrom,
    Optional<Rejection> refused) {

  /** Applies a document that {@link IdentityDocument#validate} accepted. */
  public static Introduction of(Store store, PeerTable before, IdentityDocument document) {
    return of(key -> ownSuccessor(store, key).or(() -> store.peerIdentity(key)), before, document);
  }

  /** Returns the node's own identity for a key that it has rotated away: a thief has it now. */
  private static Optional<IdentityDocument> ownSuccessor(Store store, PublicKey key) {
    Node node = store.node();
    return node.disk().exists(node.home().formerIdentity(key))
        ? Optional.of(node.identity())
        : Optional.empty();
  }

  /**
   * Works like {@link #of(Store, PeerTable, IdentityDocument)}, for documents that are not
   * committed yet.
   *
   * @param identities the last document stored for a key; for a retired key that of its successor
   */
  public static Introduction of(
      Function<PublicKey, Optional<IdentityDocument>> identities,
      PeerTable before,
      IdentityDocument document) {
    Optional<PublicKey> old = document.previousKey().filter(key -> before.find(key).isPresent());
    boolean isKnown = before.find(document.publicKey()).isPresent();
    // A message under the new key may have come first, and made a row of its own.
    boolean rotates = old.isPresent() && !(isKnown && isRetired(identities, old.get()));
    PublicKey heldKey = rotates ? old.get() : document.publicKey();
    Optional<IdentityDocument> held = identities.apply(heldKey);
    Optional<Rejection> refused =
        held.flatMap(last -> refused(heldKey, last, document))
            .or(() -> isKnown ? refused(identities, document) : Optional.empty());
    if (refused.isPresent()) {
      return new Introduction(before, List.of(), Optional.empty(), refused);
    }
    List<Change> changes = new ArrayList<>(List.of(PeerIdentities.put(document)));
    if (!rotates) {
      return new Introduction(
          refreshed(before, held, document), changes, Optional.empty(), Optional.empty());
    }
    changes.addAll(PeerIdentities.retire(old.get(), document));
    return new Introduction(
        moved(before, old.get(), held, document), changes, old, Optional.empty());
  }

  private static boolean isRetired(
      Function<PublicKey, Optional<IdentityDocument>> identities, PublicKey key) {
    return identities.apply(key).filter(held -> !held.publicKey().equals(key)).isPresent();
  }

  /** Returns why a document is no update of the one held for its own key. */
  private static Optional<Rejection> refused(
      Function<PublicKey, Optional<IdentityDocument>> identities, IdentityDocument document) {
    PublicKey key = document.publicKey();
    return identities.apply(key).flatMap(last -> refused(key, last, document));
  }

  private static Optional<Rejection> refused(
      PublicKey key, IdentityDocument held, IdentityDocument document) {
    return held.publicKey().equals(key)
        ? Rotation.succeeds(held, document).why()
        : Optional.of(new Rejection(Code.RETIRED_KEY, "its owner rotated this key away"));
  }

  private static PeerTable refreshed(
      PeerTable before, Optional<IdentityDocument> held, IdentityDocument document) {
    return before.update(document.publicKey(), peer -> introduced(peer, held, document));
  }

  /** Returns the peer with its document's data; a name that the owner gave or edited stays. */
  private static Peer introduced(
      Peer peer, Optional<IdentityDocument> held, IdentityDocument document) {
    boolean edited = held.filter(last -> !last.name().equals(peer.name())).isPresent();
    Peer moved = peer.withPublicKey(document.publicKey()).withEndpoint(document.endpoint());
    return peer.isNamedByOwner() || edited ? moved : moved.withName(document.name());
  }

  private static PeerTable moved(
      PeerTable before, PublicKey old, Optional<IdentityDocument> held, IdentityDocument document) {
    Peer row = before.find(old).orElseThrow();
    Peer moved = introduced(row, held, document);
    PeerTable with =
        before.with(
            before.find(document.publicKey()).map(made -> merged(moved, made)).orElse(moved));
    // A blocked key stays blocked under both names.
    return row.trust() == TrustState.BLOCKED ? with : with.without(old);
  }

  /** Returns the moved row, with what was decided about the row that the new key had already. */
  private static Peer merged(Peer moved, Peer made) {
    boolean isDecided = moved.trust() == TrustState.KNOWN || made.trust() == TrustState.BLOCKED;
    return moved
        .withTrust(isDecided && moved.trust() != TrustState.BLOCKED ? made.trust() : moved.trust())
        .withSubscribed(moved.subscribed() || made.subscribed())
        .withSubscriber(moved.subscriber() || made.subscriber());
  }
}
