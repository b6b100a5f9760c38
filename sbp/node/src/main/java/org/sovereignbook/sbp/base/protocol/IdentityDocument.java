package org.sovereignbook.sbp.base.protocol;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Identity document of a node: its signed, public self-description (IDENTITY.md). */
public record IdentityDocument(
    JsonObject json,
    PublicKey publicKey,
    String name,
    Endpoint endpoint,
    Optional<String> description,
    Timestamp createdAt,
    Optional<ContentHash> nextKeyHash,
    Optional<PublicKey> previousKey) {
  public static final String KIND = "identity";

  /**
   * Claims of a node about itself.
   *
   * @param nextKey the key that will succeed this one, committed to by its hash
   */
  public record Claims(
      String name, Endpoint endpoint, Optional<String> description, Optional<PublicKey> nextKey) {}

  /** Creates a signed document for {@code keys}. */
  public static IdentityDocument create(KeyPair keys, Claims claims, Timestamp createdAt) {
    return signed(unsigned(keys.publicKey(), claims, createdAt), keys);
  }

  /**
   * Creates a signed document for {@code keys} that succeeds {@code oldKeys} (IDENTITY §Rotation).
   */
  public static IdentityDocument rotate(
      KeyPair oldKeys, KeyPair keys, Claims claims, Timestamp createdAt) {
    JsonObject unsigned = unsigned(keys.publicKey(), claims, createdAt);
    return signed(succeeding(unsigned, oldKeys, keys, createdAt), keys);
  }

  /**
   * Signs a node's next document with these members, unknown ones included.
   *
   * @param members name the public key of {@code keys}; an earlier signature, time and rotation
   *     pair in them are replaced
   * @param oldKeys the keys that {@code keys} succeeded; without them there is no rotation pair,
   *     because it covers {@code created_at}
   */
  public static Checked<IdentityDocument> renew(
      JsonObject members, KeyPair keys, Optional<KeyPair> oldKeys, Timestamp createdAt) {
    JsonObject unsigned =
        members
            .without("previous_key", "rotation_signature", "signature")
            .with("created_at", createdAt.toString());
    return RejectedException.check(
        () ->
            signed(
                oldKeys.map(old -> succeeding(unsigned, old, keys, createdAt)).orElse(unsigned),
                keys));
  }

  /** Checks members, types and limits, but no signature. */
  public static Checked<IdentityDocument> parse(JsonObject json) {
    return RejectedException.check(() -> read(json));
  }

  /** Does the full procedure of IDENTITY §Validation. */
  public static Checked<IdentityDocument> validate(JsonObject json, Instant now) {
    return RejectedException.check(() -> validated(json, now));
  }

  public Fingerprint fingerprint() {
    return Fingerprint.of(publicKey);
  }

  private static JsonObject succeeding(
      JsonObject unsigned, KeyPair oldKeys, KeyPair keys, Timestamp createdAt) {
    Signature byOld = Rotation.sign(oldKeys, keys.publicKey(), createdAt);
    return unsigned
        .with("previous_key", oldKeys.publicKey().toString())
        .with("rotation_signature", byOld.toString());
  }

  private static JsonObject unsigned(PublicKey key, Claims claims, Timestamp createdAt) {
    return JsonObject.builder()
        .put("kind", KIND)
        .put("version", Protocol.VERSION)
        .put("public_key", key.toString())
        .put("fingerprint", Fingerprint.of(key).toString())
        .put("name", claims.name())
        .put("endpoint", claims.endpoint().toString())
        .putIfPresent("description", claims.description())
        .put("created_at", createdAt.toString())
        .putIfPresent(
            "next_key_hash",
            claims.nextKey().map(next -> ContentHash.ofBytes(next.bytes()).toString()))
        .build();
  }

  private static IdentityDocument signed(JsonObject unsigned, KeyPair keys) {
    IdentityDocument document = read(Signing.sign(unsigned, keys, "public_key"));
    requireVisible(document);
    return document;
  }

  private static void requireVisible(IdentityDocument document) {
    if (DisplayName.isBlank(document.name())) {
      throw new RejectedException(
          Code.INVALID_FIELD, "name shows nothing: no letter, digit or sign that can be seen");
    }
  }

  /** Does the steps of IDENTITY §Validation Procedure, in its order, each with its own code. */
  private static IdentityDocument validated(JsonObject json, Instant now) {
    IdentityDocument document = read(json);
    if (document.createdAt().instant().isAfter(now.plus(Limits.MAX_FUTURE))) {
      throw new RejectedException(
          Code.FUTURE_TIMESTAMP, "created_at is more than 10 minutes in the future");
    }
    requireVisible(document);
    requireRotation(json, document);
    if (!Signing.verify(json, document.publicKey())) {
      throw new RejectedException(
          Code.INVALID_SIGNATURE, "signature does not verify against public_key");
    }
    return document;
  }

  private static IdentityDocument read(JsonObject json) {
    Fields fields = new Fields(json).ofKind(KIND);
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
