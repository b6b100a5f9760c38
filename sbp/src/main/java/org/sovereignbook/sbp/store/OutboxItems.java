package org.sovereignbook.sbp.store;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.MessageType;

/**
 * The shapes of outbox files (CHOICES 3). Members that begin with {@code _} are metadata of this
 * node: never signed, never sent.
 */
public final class OutboxItems {
  public static final String RECIPIENT_ENDPOINT = "_recipient_endpoint";
  public static final String RECIPIENT_KEY = "_recipient_key";
  public static final String METADATA_PREFIX = "_";

  private OutboxItems() {}

  /** An envelope to be completed, signed and sent by deliver. */
  public static JsonObject envelope(
      MessageType type, JsonObject payload, PublicKey recipient, Endpoint recipientEndpoint) {
    return JsonObject.builder()
        .put("message_type", type.toString())
        .put("recipient_key", recipient.toString())
        .put("payload", payload)
        .put(RECIPIENT_ENDPOINT, recipientEndpoint.toString())
        .put(RECIPIENT_KEY, recipient.toString())
        .build();
  }

  /** As {@link #envelope}, to a peer of the table. */
  public static JsonObject envelope(MessageType type, JsonObject payload, Peer recipient) {
    return envelope(type, payload, recipient.publicKey(), recipient.endpoint());
  }

  /** A signed object that deliver wraps in a {@code share}. */
  public static JsonObject share(JsonObject signed, Peer recipient) {
    return signed
        .with(RECIPIENT_ENDPOINT, recipient.endpoint().toString())
        .with(RECIPIENT_KEY, recipient.publicKey().toString());
  }

  /** The item without this node's metadata. */
  public static JsonObject withoutMetadata(JsonObject item) {
    return item.without(
        item.members().keySet().stream()
            .filter(name -> name.startsWith(METADATA_PREFIX))
            .toArray(String[]::new));
  }

  /** Whom a pre-addressed item is for; empty when the file does not say so properly. */
  public static Optional<PublicKey> recipient(JsonObject item) {
    try {
      return item.string(RECIPIENT_KEY)
          .or(() -> item.string("recipient_key"))
          .map(PublicKey::parse);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Where a pre-addressed item goes; empty when the file does not say so properly. */
  public static Optional<Endpoint> recipientEndpoint(JsonObject item) {
    try {
      return item.string(RECIPIENT_ENDPOINT).map(Endpoint::parse);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
