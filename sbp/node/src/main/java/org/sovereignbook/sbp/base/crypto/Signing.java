package org.sovereignbook.sbp.base.crypto;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Signs and verifies objects (PROTOCOL.md §2): Ed25519 over the canonical form without the {@code
 * signature} member. Thread-safe.
 */
public final class Signing {

  private static final String SIGNATURE = "signature";

  private Signing() {}

  /**
   * Signs the object; the signature becomes its last member and replaces an earlier one.
   *
   * @param keyField the member that must contain the signer's public key already; otherwise an
   *     IllegalArgumentException, because the result would never verify
   * @throws SecretException when the object contains one of the signer's secrets
   */
  public static JsonObject sign(JsonObject unsigned, KeyPair keyPair, String keyField) {
    Optional<String> named = unsigned.string(keyField);
    if (!named.equals(Optional.of(keyPair.publicKey().toString()))) {
      throw new IllegalArgumentException(
          "%s of the object to sign is not the signer's public key".formatted(keyField));
    }
    byte[] bytes = signedBytes(unsigned);
    if (keyPair.secrets().in(bytes)) {
      throw new SecretException("the object to sign");
    }
    Signature signature = Ed25519.sign(bytes, keyPair);
    return unsigned.without(SIGNATURE).with(SIGNATURE, signature.toString());
  }

  /**
   * Returns whether the signature verifies; false also when it is missing or malformed, or the
   * object has no canonical form.
   */
  public static boolean verify(JsonObject signed, PublicKey key) {
    Optional<String> text = signed.string(SIGNATURE);
    if (text.isEmpty()) {
      return false;
    }
    try {
      return Ed25519.verify(signedBytes(signed), Signature.parse(text.get()), key);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the bytes that a signature covers: the canonical form without {@code signature}. */
  public static byte[] signedBytes(JsonObject object) {
    return Jcs.canonicalize(object.without(SIGNATURE));
  }
}
