package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * The shapes of outbox files (CHOICES 3). Members that begin with {@code _} are metadata of this
 * node: never signed, never sent.
 */
public final class OutboxItems {
  public static final String RECIPIENT_ENDPOINT = "_recipient_endpoint";
  public static final String RECIPIENT_KEY = "_recipient_key";

  /** Recipient member of an unsigned envelope, beside {@link #RECIPIENT_KEY}. */
  public static final String ENVELOPE_RECIPIENT = "recipient_key";

  /**
   * Delivery state of content for each recipient, by key: {@code status}, {@code attempts} and so
   * on.
   */
  public static final String RECIPIENTS = "_recipients";

  /** Number of temporary failures. */
  public static final String RETRY_COUNT = "_retry_count";

  /** Time before which no attempt is made. */
  public static final String NOT_BEFORE = "_not_before";

  /** The time of the envelope that the recipient may have taken. */
  public static final String TIMESTAMP = "_timestamp";

  /** Sender of that envelope, if this node has moved since: {@link SentFrom}. */
  public static final String SENT_FROM = "_sent_from";

  /** Hash of the delivered envelope in {@code sent/}, which an ack names. */
  public static final String ENVELOPE_HASH = "_envelope_hash";

  /** Time of the first failed attempt that did not reach the recipient. */
  public static final String FAILING_SINCE = "_failing_since";

  /** Time when something in front of the recipient first answered with a page. */
  public static final String PAGES_SINCE = "_pages_since";

  /** Why the last attempt failed. */
  public static final String LAST_ERROR = "_last_error";

  /** Time when the item was given up. */
  public static final String FAILED_AT = "_failed_at";

  private static final String PENDING = "pending";
  private static final String METADATA_PREFIX = "_";

  private OutboxItems() {}

  /** Creates an envelope for deliver to complete, sign and send. */
  public static JsonObject envelope(
      MessageType type, JsonObject payload, PublicKey recipient, Endpoint recipientEndpoint) {
    return JsonObject.builder()
        .put("message_type", type.toString())
        .put(ENVELOPE_RECIPIENT, recipient.toString())
        .put("payload", payload)
        .put(RECIPIENT_ENDPOINT, recipientEndpoint.toString())
        .put(RECIPIENT_KEY, recipient.toString())
        .build();
  }

  /** Works like {@link #envelope}, for a peer of the table. */
  public static JsonObject envelope(MessageType type, JsonObject payload, Peer recipient) {
    return envelope(type, payload, recipient.publicKey(), recipient.endpoint());
  }

  /** Creates an item with a signed object that deliver wraps in a {@code share}. */
  public static JsonObject share(
      JsonObject signed, PublicKey recipient, Endpoint recipientEndpoint) {
    return signed
        .with(RECIPIENT_ENDPOINT, recipientEndpoint.toString())
        .with(RECIPIENT_KEY, recipient.toString());
  }

  /**
   * Creates an item with a piece for some of the followers; without {@code _recipients} it is for
   * all of them.
   */
  public static JsonObject fanOut(JsonObject signed, List<PublicKey> recipients) {
    JsonObject.Builder states = JsonObject.builder();
    JsonObject fresh = JsonObject.builder().put("status", PENDING).put("attempts", 0).build();
    recipients.forEach(key -> states.put(key.toString(), fresh));
    return signed.with(RECIPIENTS, states.build());
  }

  /** Works like the other method, for a peer of the table. */
  public static JsonObject share(JsonObject signed, Peer recipient) {
    return share(signed, recipient.publicKey(), recipient.endpoint());
  }

  /** Returns the item, which deliver does not send before this time, if there is one. */
  public static JsonObject notBefore(JsonObject item, Optional<Instant> time) {
    return time.isEmpty() ? item : item.with(NOT_BEFORE, new Timestamp(time.get()).toString());
  }

  /** Returns when an item may leave; the distant past for one without such a time. */
  public static Instant earliest(JsonObject item) {
    return item.parsed(NOT_BEFORE, Timestamp::parse).map(Timestamp::instant).orElse(Instant.MIN);
  }

  /** Returns the item without this node's metadata. */
  public static JsonObject withoutMetadata(JsonObject item) {
    return item.without(
        item.members().keySet().stream()
            .filter(name -> name.startsWith(METADATA_PREFIX))
            .toArray(String[]::new));
  }

  /** Returns the recipient of a pre-addressed item; empty when the file names no valid one. */
  public static Optional<PublicKey> recipient(JsonObject item) {
    String member = item.string(RECIPIENT_KEY).isPresent() ? RECIPIENT_KEY : ENVELOPE_RECIPIENT;
    return item.parsed(member, PublicKey::parse);
  }

  /** Returns the endpoint of a pre-addressed item; empty when the file names no valid one. */
  public static Optional<Endpoint> recipientEndpoint(JsonObject item) {
    return item.parsed(RECIPIENT_ENDPOINT, Endpoint::parse);
  }
}
