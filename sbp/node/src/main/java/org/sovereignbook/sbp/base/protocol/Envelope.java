package org.sovereignbook.sbp.base.protocol;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Transport envelope whose structure was checked (PROTOCOL §5). */
public record Envelope(
    JsonObject json,
    ContentHash hash,
    MessageType messageType,
    PublicKey senderKey,
    Endpoint senderEndpoint,
    PublicKey recipientKey,
    Timestamp timestamp,
    Payload payload) {
  public static final String KIND = "envelope";

  /** Builds the unsigned envelope; see {@link #sign}. */
  public static JsonObject build(
      MessageType messageType,
      JsonObject payload,
      PublicKey senderKey,
      Endpoint senderEndpoint,
      PublicKey recipientKey,
      Timestamp timestamp) {
    return JsonObject.builder()
        .put("kind", KIND)
        .put("version", Protocol.VERSION)
        .put("message_type", messageType.toString())
        .put("sender_key", senderKey.toString())
        .put("sender_endpoint", senderEndpoint.toString())
        .put("recipient_key", recipientKey.toString())
        .put("timestamp", timestamp.toString())
        .put("payload", payload)
        .build();
  }

  /** Signs an envelope that {@link #build} made for this sender. */
  public static JsonObject sign(JsonObject unsigned, KeyPair sender) {
    return Signing.sign(unsigned, sender, "sender_key");
  }

  /** Returns whether the envelope's signature verifies against its own {@code sender_key}. */
  public static boolean verify(JsonObject envelope) {
    Optional<String> sender = envelope.string("sender_key");
    try {
      return sender.isPresent() && Signing.verify(envelope, PublicKey.parse(sender.get()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
