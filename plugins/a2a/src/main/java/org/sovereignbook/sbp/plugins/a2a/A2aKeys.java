package org.sovereignbook.sbp.plugins.a2a;

import java.math.BigInteger;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;

/** The node's key in the forms by which clients of A2A find it. */
final class A2aKeys {
  /** Path of the key set, below the routes of this feature. */
  static final String PATH = "keys.json";

  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

  /** Marks an Ed25519 key among multicodecs. */
  private static final byte[] ED25519 = {(byte) 0xed, 0x01};

  private A2aKeys() {}

  /** Returns the {@code did:key} of a key. */
  static String did(PublicKey key) {
    byte[] bytes = new byte[ED25519.length + key.bytes().length];
    System.arraycopy(ED25519, 0, bytes, 0, ED25519.length);
    System.arraycopy(key.bytes(), 0, bytes, ED25519.length, key.bytes().length);
    return "did:key:z" + base58(bytes);
  }

  /** Encodes bytes of which the first is not 0. */
  private static String base58(byte[] bytes) {
    BigInteger base = BigInteger.valueOf(BASE58.length());
    StringBuilder text = new StringBuilder();
    for (BigInteger left = new BigInteger(1, bytes); left.signum() > 0; left = left.divide(base)) {
      text.append(BASE58.charAt(left.mod(base).intValue()));
    }
    return text.reverse().toString();
  }

  /**
   * Returns the key set that a card's signature names: the present key, which alone signs, and the
   * node's identity document, which proves by which key it was handed over.
   */
  static JsonObject set(IdentityDocument identity) {
    JsonObject key =
        JsonObject.builder()
            .put("kty", "OKP")
            .put("crv", "Ed25519")
            .put("x", identity.publicKey().toString())
            .put("kid", did(identity.publicKey()))
            .put("use", "sig")
            .put("alg", "EdDSA")
            .build();
    return JsonObject.builder()
        .put("keys", JsonArray.of(key))
        .put("identity", identity.json())
        .build();
  }
}
