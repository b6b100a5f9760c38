package org.sovereignbook.sbp.peer.author;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * Notification to the author of a piece that another piece answers it, whether or not the author
 * follows this node (IMPLEMENTATION §2, reply notifications): a {@code direct} whose {@code
 * content_ref} names the answer, for the author to fetch.
 *
 * @param component the component that the logs name
 */
record ReplyNotification(Store store, Timestamp now, String component) {
  private static final int NAME_HASH_CHARACTERS = 16;

  /**
   * Returns the changes to commit with a piece; empty unless the piece answers another author's.
   */
  ChangeSet of(Content answer) {
    Optional<Content> answered =
        answer
            .inReplyTo()
            .flatMap(store.objects()::content)
            .filter(piece -> !piece.authorKey().equals(answer.authorKey()));
    return answered.map(piece -> to(piece, answer)).orElseGet(ChangeSet::new);
  }

  private ChangeSet to(Content answered, Content answer) {
    PublicKey author = answered.authorKey();
    String title = PeerText.quote(answered.title());
    if (store.peers().trust(author) == TrustState.BLOCKED) {
      return new ChangeSet()
          .emit(event("the author of " + title + " is not told: blocked", author));
    }
    Optional<Endpoint> endpoint = endpoint(author);
    if (endpoint.isEmpty()) {
      return new ChangeSet()
          .emit(event("the author of " + title + " is not told: nobody knows where it is", author));
    }
    JsonObject payload =
        Payloads.direct(
            "“%s” answers your piece “%s”.".formatted(answer.title(), answered.title()),
            Optional.of(answer.hash()),
            Optional.of(answered.hash()));
    String hash = answer.hash().hex().substring(0, NAME_HASH_CHARACTERS);
    OutboxId id = new OutboxId(OutboxKind.REPLIES, now.inFileName() + "-notification-" + hash);
    return new ChangeSet()
        .add(
            Outbox.put(
                id, OutboxItems.envelope(MessageType.DIRECT, payload, author, endpoint.get())))
        .emit(event("the author of " + title + " is told of the answer to it", author));
  }

  private Optional<Endpoint> endpoint(PublicKey author) {
    return store
        .peers()
        .find(author)
        .map(Peer::endpoint)
        .or(() -> store.peerIdentity(author).map(IdentityDocument::endpoint));
  }

  private Event event(String text, PublicKey author) {
    return Event.of(component, "reply-notification", now, text).about("peer", author);
  }
}
