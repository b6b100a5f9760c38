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
import org.sovereignbook.sbp.protocol.Envelope;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * Recognizes the subscribe that a peer turns down: an ack names the hash of the envelope, and
 * {@code sent/} has what the envelope was made of. Signatures are deterministic, so the same
 * envelope is made again and compared. One made under an earlier key or endpoint is not recognized.
 */
final class SentSubscribe {
  private static final String TIMESTAMP = "_timestamp";
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
            .max(Comparator.naturalOrder())
            .filter(latest -> hash(peer, latest).equals(envelope))
            .isPresent();
  }

  private Stream<Timestamp> sent(Path day, PublicKey peer) {
    return node.disk().files(day).stream()
        .filter(file -> file.getFileName().toString().contains(TYPE))
        .map(file -> read(() -> node.readJson(file)))
        .filter(item -> isSubscribe(item, peer))
        .flatMap(item -> time(item.orElseThrow()).stream());
  }

  private ContentHash hash(PublicKey peer, Timestamp time) {
    return ContentHash.of(
        Envelope.sign(
            Envelope.build(
                MessageType.SUBSCRIBE,
                JsonObject.empty(),
                node.keys().publicKey(),
                node.identity().endpoint(),
                peer,
                time),
            node.keys()));
  }

  private static boolean isSubscribe(Optional<JsonObject> item, PublicKey peer) {
    return item.filter(json -> json.string("message_type").filter(TYPE::equals).isPresent())
        .flatMap(OutboxItems::recipient)
        .filter(peer::equals)
        .isPresent();
  }

  private static Optional<Timestamp> time(JsonObject item) {
    try {
      return item.string(TIMESTAMP).map(Timestamp::parse);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
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
