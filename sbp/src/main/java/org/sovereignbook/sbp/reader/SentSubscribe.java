package org.sovereignbook.sbp.reader;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * Recognizes the subscribe that a peer turns down: an ack names the hash of the envelope, which
 * deliver keeps with what it sent. One that maintenance has archived is not recognized any more.
 */
final class SentSubscribe {
  private static final String TYPE = MessageType.SUBSCRIBE.toString();

  private final Node node;
  private final Outbox outbox;

  SentSubscribe(Node node, Outbox outbox) {
    this.node = node;
    this.outbox = outbox;
  }

  /** Whether this is the last word that we have sent, or are about to send, to follow the peer. */
  boolean isLatest(ContentHash envelope, PublicKey peer) {
    boolean anotherWaits =
        outbox.pending().stream()
            .filter(id -> id.name().contains(TYPE))
            .anyMatch(id -> isSubscribe(read(() -> outbox.read(id)), peer));
    return !anotherWaits
        && node.disk().folders(node.home().sent()).stream()
            .flatMap(day -> sent(day, peer))
            .max(Comparator.comparing(item -> item.string(OutboxItems.TIMESTAMP).orElse("")))
            .flatMap(item -> item.string(OutboxItems.ENVELOPE_HASH))
            .filter(envelope.toString()::equals)
            .isPresent();
  }

  private Stream<JsonObject> sent(Path day, PublicKey peer) {
    return node.disk().files(day).stream()
        .filter(file -> file.getFileName().toString().contains(TYPE))
        .map(file -> read(() -> node.readJson(file)))
        .filter(item -> isSubscribe(item, peer))
        .flatMap(Optional::stream);
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
