package org.sovereignbook.sbp.plugins.a2a.client;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;

/** Keys as cards name them, and the proofs by which one was handed over to the next. */
final class CardKeys {
  private static final int MAX_ROTATIONS = 100;
  private static final String DID_KEY = "did:key:z";
  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

  /** Marks an Ed25519 key among multicodecs. */
  private static final byte[] ED25519 = {(byte) 0xed, 0x01};

  private CardKeys() {}

  /** Returns the key that a {@code did:key} names, with or without a fragment. */
  static Optional<PublicKey> ofDid(String did) {
    String word = did.replaceFirst("#.*", "");
    if (!word.startsWith(DID_KEY) || word.length() > 100) {
      return Optional.empty();
    }
    BigInteger number = BigInteger.ZERO;
    for (char letter : word.substring(DID_KEY.length()).toCharArray()) {
      int digit = BASE58.indexOf(letter);
      if (digit < 0) {
        return Optional.empty();
      }
      number = number.multiply(BigInteger.valueOf(BASE58.length())).add(BigInteger.valueOf(digit));
    }
    byte[] bytes = number.toByteArray();
    int from = bytes.length > 0 && bytes[0] == 0 ? 1 : 0;
    byte[] plain = Arrays.copyOfRange(bytes, from, bytes.length);
    boolean isKey =
        plain.length == ED25519.length + PublicKey.BYTES
            && Arrays.equals(plain, 0, ED25519.length, ED25519, 0, ED25519.length);
    return isKey
        ? Optional.of(PublicKey.of(Arrays.copyOfRange(plain, ED25519.length, plain.length)))
        : Optional.empty();
  }

  /** Returns the keys of a key set, or of a document of {@code did:web}, with this id. */
  static List<PublicKey> in(JsonObject document, String keyId) {
    List<JsonObject> all = document.array("keys").map(JsonArray::objects).orElse(List.of());
    List<JsonObject> methods =
        document.array("verificationMethod").map(JsonArray::objects).orElse(List.of());
    return Stream.concat(
            all.stream().filter(key -> key.string("kid").orElse("").equals(keyId)),
            methods.stream()
                .filter(method -> method.string("id").orElse("").equals(keyId))
                .flatMap(method -> method.object("publicKeyJwk").stream()))
        .filter(key -> key.string("crv").filter("Ed25519"::equals).isPresent())
        .flatMap(key -> key.parsed("x", PublicKey::parse).stream())
        .toList();
  }

  /**
   * Returns whether the identity documents of a key set lead from one key to another: each proves
   * by which key it was handed over.
   */
  static boolean lead(JsonObject set, PublicKey from, PublicKey to, Instant now) {
    PublicKey at = to;
    List<JsonObject> identities = set.array("identities").map(JsonArray::objects).orElse(List.of());
    for (JsonObject each : identities.stream().limit(MAX_ROTATIONS).toList()) {
      PublicKey expected = at;
      Optional<PublicKey> before =
          valid(each, now)
              .filter(document -> document.publicKey().equals(expected))
              .flatMap(IdentityDocument::previousKey);
      if (before.isEmpty() || before.get().equals(from)) {
        return before.isPresent();
      }
      at = before.get();
    }
    return false;
  }

  private static Optional<IdentityDocument> valid(JsonObject json, Instant now) {
    return IdentityDocument.validate(json, now)
            instanceof Checked.Valid<IdentityDocument>(IdentityDocument document)
        ? Optional.of(document)
        : Optional.empty();
  }
}
