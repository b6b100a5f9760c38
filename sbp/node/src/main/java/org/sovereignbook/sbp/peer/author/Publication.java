package org.sovereignbook.sbp.peer.author;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Store;

/**
 * Signed piece: the content object that peers will see (PROTOCOL §8). Signing is pure; {@link
 * #changes} returns the changes to commit.
 */
public record Publication(Content content) {
  /** Generous size limit for the envelope around a payload: keys, endpoint, time, signature. */
  private static final int ENVELOPE_RESERVE_BYTES = 4_096;

  /** Signs a piece; rejected when no envelope could carry it. */
  public static Checked<Publication> sign(Piece piece, KeyPair keys, Timestamp createdAt) {
    JsonObject unsigned =
        Content.build(
            keys.publicKey(),
            piece.title(),
            piece.body(),
            piece.tags(),
            piece.inReplyTo(),
            createdAt);
    if (keys.secrets().in(JsonWriter.compact(unsigned))) {
      return Checked.rejected(
          Code.INVALID_FIELD, String.valueOf(new SecretException("the piece").getMessage()));
    }
    JsonObject signed = Content.sign(unsigned, keys);
    int bytes = JsonWriter.compact(signed).getBytes(StandardCharsets.UTF_8).length;
    if (bytes + ENVELOPE_RESERVE_BYTES > Limits.MAX_ENVELOPE_BYTES) {
      return Checked.rejected(
          Code.TOO_LARGE, "as JSON the piece has " + bytes + " bytes and fits no envelope");
    }
    return Content.validate(signed).then(content -> Checked.valid(new Publication(content)));
  }

  /**
   * Queues the piece for every subscriber, stores it for later requests, and notifies the author of
   * the piece that it answers.
   *
   * @param component the component that the logs name
   */
  public ChangeSet changes(Store store, Timestamp now, String component) {
    return new ChangeSet()
        .add(ObjectStore.put(ObjectStore.CONTENT_CREATED, content.json()))
        .add(Outbox.put(OutboxId.publication(content.hash()), content.json()))
        .addAll(new ReplyNotification(store, now, component).of(content));
  }

  /** Returns the title and hash, for logs. */
  public String logged() {
    return PeerText.quote(content.title()) + " (" + content.hash() + ")";
  }
}
