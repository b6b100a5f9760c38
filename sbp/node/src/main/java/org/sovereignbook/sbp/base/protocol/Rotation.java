package org.sovereignbook.sbp.base.protocol;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Rotation from one key to the next (IDENTITY §Rotation). */
public final class Rotation {
  private Rotation() {}

  /** Refusals that may mean that a peer's key was stolen: its owner should know. */
  public static final Set<Code> SUSPICIOUS =
      EnumSet.of(Code.COMMITMENT_MISMATCH, Code.COMMITMENT_CHANGED, Code.RETIRED_KEY);

  /**
   * Checks whether {@code candidate} may replace {@code held}, the last document stored for its key
   * or for the key that it succeeds. Both are validated documents. The first stored commitment
   * binds its key for good, so that a thief of the key cannot first sign the commitment away and
   * then rotate to a key of their own.
   */
  public static Checked<IdentityDocument> succeeds(
      IdentityDocument held, IdentityDocument candidate) {
    if (candidate.publicKey().equals(held.publicKey())) {
      return updates(held, candidate);
    }
    if (!candidate.previousKey().equals(Optional.of(held.publicKey()))) {
      return Checked.rejected(Code.INVALID_ROTATION, "previous_key is another key");
    }
    ContentHash newKeyHash = ContentHash.ofBytes(candidate.publicKey().bytes());
    return held.nextKeyHash().isPresent() && !held.nextKeyHash().get().equals(newKeyHash)
        ? Checked.rejected(
            Code.COMMITMENT_MISMATCH, "the old key committed to another successor (next_key_hash)")
        : Checked.valid(candidate);
  }

  private static Checked<IdentityDocument> updates(
      IdentityDocument held, IdentityDocument candidate) {
    if (candidate.createdAt().isBefore(held.createdAt())) {
      return Checked.rejected(Code.OLDER_DOCUMENT, "a later document is held for this key");
    }
    return held.nextKeyHash().isPresent() && !held.nextKeyHash().equals(candidate.nextKeyHash())
        ? Checked.rejected(
            Code.COMMITMENT_CHANGED, "the key is bound to its first commitment (next_key_hash)")
        : Checked.valid(candidate);
  }

  static Signature sign(KeyPair oldKeys, PublicKey newKey, Timestamp createdAt) {
    return Ed25519.sign(statement(oldKeys.publicKey(), newKey, createdAt), oldKeys);
  }

  static boolean verify(PublicKey oldKey, PublicKey newKey, Timestamp createdAt, String signature) {
    try {
      return Ed25519.verify(
          statement(oldKey, newKey, createdAt), Signature.parse(signature), oldKey);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static byte[] statement(PublicKey oldKey, PublicKey newKey, Timestamp createdAt) {
    return Jcs.canonicalize(
        JsonObject.builder()
            .put("kind", "rotation")
            .put("version", Protocol.VERSION)
            .put("previous_key", oldKey.toString())
            .put("public_key", newKey.toString())
            .put("created_at", createdAt.toString())
            .build());
  }
}
