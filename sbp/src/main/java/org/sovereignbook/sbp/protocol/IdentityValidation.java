package org.sovereignbook.sbp.protocol;

import java.time.Instant;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.crypto.Signing;
import org.sovereignbook.sbp.json.JsonObject;

/** The steps of IDENTITY §Validation Procedure, in its order, each with its own code. */
final class IdentityValidation {
  private IdentityValidation() {}

  static IdentityDocument validate(JsonObject json, Instant now) {
    IdentityDocument document = read(json);
    if (document.createdAt().instant().isAfter(now.plus(Limits.MAX_FUTURE))) {
      throw new RejectedException(
          Code.FUTURE_TIMESTAMP, "created_at is more than 10 minutes in the future");
    }
    requireRotation(json, document);
    if (!Signing.verify(json, document.publicKey())) {
      throw new RejectedException(
          Code.INVALID_SIGNATURE, "signature does not verify against public_key");
    }
    return document;
  }

  static IdentityDocument read(JsonObject json) {
    Fields fields = new Fields(json).ofKind(IdentityDocument.KIND);
    fields.string("signature");
    PublicKey key = fields.publicKey("public_key");
    if (!fields.string("fingerprint").equals(Fingerprint.of(key).toString())) {
      throw new RejectedException(
          Code.FINGERPRINT_MISMATCH, "fingerprint is not derived from public_key");
    }
    return new IdentityDocument(
        json,
        key,
        fields.string("name", Limits.MAX_NAME_CHARACTERS),
        endpoint(fields),
        fields.ifPresent(
            "description", name -> fields.string(name, Limits.MAX_DESCRIPTION_CHARACTERS)),
        fields.timestamp("created_at"),
        fields.ifPresent("next_key_hash", fields::hash),
        fields.ifPresent("previous_key", fields::publicKey));
  }

  private static Endpoint endpoint(Fields fields) {
    try {
      return Endpoint.parse(fields.string("endpoint"));
    } catch (IllegalArgumentException e) {
      throw new RejectedException(Code.INVALID_ENDPOINT, String.valueOf(e.getMessage()));
    }
  }

  private static void requireRotation(JsonObject json, IdentityDocument document) {
    if (json.has("previous_key") != json.has("rotation_signature")) {
      throw new RejectedException(
          Code.INCOMPLETE_ROTATION, "previous_key and rotation_signature come as a pair");
    }
    document
        .previousKey()
        .ifPresent(
            previous -> {
              String signature = new Fields(json).string("rotation_signature");
              if (!Rotation.verify(
                  previous, document.publicKey(), document.createdAt(), signature)) {
                throw new RejectedException(
                    Code.INVALID_ROTATION, "rotation_signature does not verify");
              }
            });
  }
}
