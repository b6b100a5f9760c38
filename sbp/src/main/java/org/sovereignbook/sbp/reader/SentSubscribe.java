package org.sovereignbook.sbp.reader;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.Store;

/**
 * Recognizes the subscribe that a peer turns down: an ack names the hash of the envelope, which
 * deliver keeps with what it sent. One that maintenance has archived is not recognized any more.
 */
final class SentSubscribe {
  private static final String TYPE = MessageType.SUBSCRIBE.toString();

  private final Outbox outbox;
  private final Archive archive;

  SentSubscribe(Store store) {
    this.outbox = store.outbox();
    this.archive = store.archive();
  }

  /** Whether this is the last word that we have sent, or are about to send, to follow the peer. */
  boolean isLatest(ContentHash envelope, PublicKey peer) {
    boolean anotherWaits =
        outbox.pending().stream()
            .filter(id -> id.name().contains(TYPE))
            .anyMatch(id -> isSubscribe(read(() -> outbox.read(id)), peer));
    return !anotherWaits
        && archive.sent().stream()
            .filter(id -> id.name().contains(TYPE))
            .map(id -> read(() -> archive.readSent(id)))
            .filter(item -> isSubscribe(item, peer))
            .flatMap(Optional::stream)
            .max(Comparator.comparing(item -> item.string(OutboxItems.TIMESTAMP).orElse("")))
            .flatMap(item -> item.string(OutboxItems.ENVELOPE_HASH))
            .filter(envelope.toString()::equals)
            .isPresent();
  }

  private static boolean isSubscribe(Optional<JsonObject> item, PublicKey peer) {
    return item.filter(json -> json.string("message_type").filter(TYPE::equals).isPresent())
        .flatMap(OutboxItems::recipient)
        .filter(peer::equals)
        .isPresent();
  }

  /** What a hand has broken is no subscribe of ours. */
  private static Optional<JsonObject> read(Supplier<Optional<JsonObject>> file) {
    try {
      return file.get();
    } catch (NodeException e) {
      return Optional.empty();
    }
  }
}
