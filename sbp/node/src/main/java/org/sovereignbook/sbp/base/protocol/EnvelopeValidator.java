package org.sovereignbook.sbp.base.protocol;

import java.time.Instant;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * The checks of PROTOCOL §5.3 in their order, for one receiving node. Immutable and thread-safe.
 *
 * @param self the key of the node that receives
 */
public record EnvelopeValidator(PublicKey self) {

  /** Does all nine steps. */
  public Checked<Envelope> validate(byte[] received, Instant now) {
    return structure(received, now).then(EnvelopeValidator::signature);
  }

  /** Steps 1 to 8: everything that costs little. */
  public Checked<Envelope> structure(byte[] received, Instant now) {
    if (received.length > Limits.MAX_ENVELOPE_BYTES) {
      return Checked.rejected(
          Code.TOO_LARGE, "the envelope is larger than " + Limits.MAX_ENVELOPE_BYTES + " bytes");
    }
    return Checked.object(received).then(json -> RejectedException.check(() -> read(json, now)));
  }

  /** Does step 9. */
  public static Checked<Envelope> signature(Envelope envelope) {
    return Envelope.verify(envelope.json())
        ? Checked.valid(envelope)
        : Checked.rejected(Code.INVALID_SIGNATURE, "signature does not verify against sender_key");
  }

  private Envelope read(JsonObject json, Instant now) {
    Fields.requireMemberNames(json);
    Fields fields = new Fields(json).ofKind(Envelope.KIND);
    requireTypes(fields);
    MessageType type =
        MessageType.parse(fields.string("message_type"))
            .orElseThrow(
                () ->
                    new RejectedException(
                        Code.UNKNOWN_MESSAGE_TYPE, "message_type is none of PROTOCOL section 6"));
    Timestamp timestamp = fields.timestamp("timestamp");
    requireFresh(timestamp, now);
    PublicKey sender = fields.publicKey("sender_key");
    PublicKey recipient = fields.publicKey("recipient_key");
    Endpoint endpoint = fields.endpoint("sender_endpoint");
    if (!recipient.equals(self)) {
      throw new RejectedException(Code.WRONG_RECIPIENT, "recipient_key is not this node's key");
    }
    Payload payload = Payloads.read(type, fields.object("payload"), sender);
    return new Envelope(
        json, ContentHash.of(json), type, sender, endpoint, recipient, timestamp, payload);
  }

  private static void requireTypes(Fields fields) {
    fields.string("message_type");
    fields.string("sender_key");
    fields.string("sender_endpoint");
    fields.string("recipient_key");
    fields.string("timestamp");
    fields.object("payload");
    fields.string("signature");
  }

  private static void requireFresh(Timestamp timestamp, Instant now) {
    if (timestamp.instant().isAfter(now.plus(Limits.MAX_FUTURE))) {
      throw new RejectedException(
          Code.STALE_TIMESTAMP, "timestamp is more than 10 minutes in the future");
    }
    if (timestamp.instant().isBefore(now.minus(Limits.MAX_AGE))) {
      throw new RejectedException(Code.STALE_TIMESTAMP, "timestamp is more than 48 hours old");
    }
  }
}
