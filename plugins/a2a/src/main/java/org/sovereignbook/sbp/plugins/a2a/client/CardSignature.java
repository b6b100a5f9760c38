package org.sovereignbook.sbp.plugins.a2a.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Signature of a card: a detached JWS over the canonical form of the card without its signatures
 * (A2A §8.4), by EdDSA.
 *
 * @param header the protected header as it was signed
 * @param json its members
 * @param signature 64 bytes
 */
record CardSignature(String header, JsonObject json, Signature signature) {
  /** Members of a card in version 1.0; libraries sign no others. */
  private static final List<String> MEMBERS =
      List.of(
          "name",
          "description",
          "supportedInterfaces",
          "provider",
          "version",
          "documentationUrl",
          "capabilities",
          "securitySchemes",
          "securityRequirements",
          "defaultInputModes",
          "defaultOutputModes",
          "skills",
          "iconUrl");

  /** Reads a signature; empty for one by another algorithm, or one that is none. */
  static Optional<CardSignature> of(JsonObject signature) {
    try {
      String header = signature.string("protected").orElse("");
      if (JsonReader.file(Base64Url.decode(header)) instanceof JsonObject json
          && json.string("alg").filter(List.of("EdDSA", "Ed25519")::contains).isPresent()) {
        return Optional.of(
            new CardSignature(
                header, json, Signature.parse(signature.string("signature").orElse(""))));
      }
      return Optional.empty();
    } catch (IllegalArgumentException | MalformedJson e) {
      return Optional.empty();
    }
  }

  String keyId() {
    return json.string("kid").orElse("");
  }

  /** Returns the members of a card that are proved by this key, if the signature is good. */
  Optional<JsonObject> covered(JsonObject card, PublicKey key) {
    JsonObject all = card.without("signatures");
    JsonObject known =
        all.without(
            all.members().keySet().stream()
                .filter(name -> !MEMBERS.contains(name))
                .toArray(String[]::new));
    return List.of(all, known).stream().filter(content -> isOver(content, key)).findFirst();
  }

  private boolean isOver(JsonObject content, PublicKey key) {
    String signed = header + "." + Base64Url.encode(Jcs.canonicalize(content));
    return Ed25519.verify(signed.getBytes(StandardCharsets.US_ASCII), signature, key);
  }
}
