package org.sovereignbook.sbp.protocol;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.KeyPair;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.crypto.Signature;
import org.sovereignbook.sbp.crypto.Signing;
import org.sovereignbook.sbp.json.JsonObject;

/** Who a node is: its signed, public self-description (IDENTITY.md). */
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
   * What a node says about itself.
   *
   * @param nextKey the key that will succeed this one, committed to by its hash
   */
  public record Claims(
      String name, Endpoint endpoint, Optional<String> description, Optional<PublicKey> nextKey) {}

  /** A signed document for {@code keys}. */
  public static IdentityDocument create(KeyPair keys, Claims claims, Timestamp createdAt) {
    return signed(unsigned(keys.publicKey(), claims, createdAt), keys);
  }

  /** A signed document for {@code keys} that succeeds {@code oldKeys} (IDENTITY §Rotation). */
  public static IdentityDocument rotate(
      KeyPair oldKeys, KeyPair keys, Claims claims, Timestamp createdAt) {
    JsonObject unsigned = unsigned(keys.publicKey(), claims, createdAt);
    return signed(succeeding(unsigned, oldKeys, keys, createdAt), keys);
  }

  /**
   * The next document of a node: these members, unknown ones included, signed anew.
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
    return RejectedException.check(() -> IdentityValidation.read(json));
  }

  /** The full procedure of IDENTITY §Validation. */
  public static Checked<IdentityDocument> validate(JsonObject json, Instant now) {
    return RejectedException.check(() -> IdentityValidation.validate(json, now));
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
    return IdentityValidation.read(Signing.sign(unsigned, keys, "public_key"));
  }
}
