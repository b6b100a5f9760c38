package org.sovereignbook.sbp.plugins.a2a;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Node;

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

  /** A detached JWS: its protected header and its signature, both encoded. */
  record Jws(String header, String signature) {
    /** Returns the form of one line, without the payload. */
    String compact() {
      return header + ".." + signature;
    }
  }

  /** Signs bytes by the node's present key. */
  static Jws jws(Node node, byte[] payload) {
    KeyPair keys = node.keys();
    JsonObject header =
        JsonObject.builder()
            .put("alg", "EdDSA")
            .put("typ", "JOSE")
            .put("kid", did(keys.publicKey()))
            .put("jku", node.identity().endpoint().resolve("/x/a2a/" + PATH).toString())
            .build();
    String head = Base64Url.encode(JsonWriter.compact(header).getBytes(StandardCharsets.UTF_8));
    byte[] signed = (head + "." + Base64Url.encode(payload)).getBytes(StandardCharsets.US_ASCII);
    return new Jws(head, Base64Url.encode(Ed25519.sign(signed, keys).bytes()));
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
