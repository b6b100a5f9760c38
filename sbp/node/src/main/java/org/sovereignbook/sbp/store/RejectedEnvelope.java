package org.sovereignbook.sbp.store;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * Record of a rejected envelope without its body, which its sender may have filled with anything.
 * The body stays beside it in {@link Archive#REJECTED} until newer ones replace it.
 *
 * @param hash of the envelope; if it is none, of its bytes
 * @param sender the sender by its own statement, perhaps unproved
 * @param bytes the size in bytes
 */
public record RejectedEnvelope(
    InboxId id,
    Timestamp at,
    ContentHash hash,
    Optional<PublicKey> sender,
    String code,
    int bytes) {
  /** {@code inbox/rejected/envelopes.jsonl}, a line each. */
  public static final Streamed LINES =
      Collection.stream("rejected").at("inbox/rejected/envelopes.jsonl");

  /** Returns the record of these bytes. */
  public static RejectedEnvelope of(InboxId id, byte[] body, String code, Timestamp at) {
    try {
      JsonObject envelope = JsonReader.wireObject(body);
      return new RejectedEnvelope(
          id,
          at,
          ContentHash.of(envelope),
          envelope.parsed("sender_key", PublicKey::parse),
          code,
          body.length);
    } catch (MalformedJson e) {
      return new RejectedEnvelope(
          id, at, ContentHash.ofBytes(body), Optional.empty(), code, body.length);
    }
  }

  /** Returns the newest records, oldest first; damaged lines are skipped. */
  public static List<RejectedEnvelope> all(Store store) {
    return store.lines(LINES).stream().flatMap(line -> parse(line).stream()).toList();
  }

  private static Optional<RejectedEnvelope> parse(String line) {
    try {
      JsonObject json = Node.jsonObject("a line", line.getBytes(StandardCharsets.UTF_8));
      return Optional.of(Shape.of(RejectedEnvelope.class).read(json));
    } catch (NodeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  String line() {
    return JsonWriter.compact(Shape.write(this));
  }
}
