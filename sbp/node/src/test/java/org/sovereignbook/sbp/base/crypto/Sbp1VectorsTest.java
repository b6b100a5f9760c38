package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** The keys, canonical forms and signed objects made by an independent implementation. */
class Sbp1VectorsTest {

  private static final List<String> KEY_FIELDS =
      List.of("public_key", "author_key", "endorser_key", "sender_key");

  @Test
  void theFileHoldsEveryCase() {
    assertThat(keys()).hasSize(3);
    assertThat(canonical()).hasSize(5);
    assertThat(objects()).hasSize(6);
    assertThat(envelopes()).hasSize(11);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void derivesPublicKeyAndFingerprint(JsonObject key) {
    KeyPair pair = KeyPair.of(PrivateKey.parse(text(key, "private_key")));

    assertThat(pair.publicKey()).hasToString(text(key, "public_key"));
    assertThat(Fingerprint.of(pair.publicKey())).hasToString(text(key, "fingerprint"));
    assertThat(pair.privateKey().encoded()).isEqualTo(text(key, "private_key"));
  }

  @ParameterizedTest
  @MethodSource("canonical")
  void writesTheCanonicalForm(JsonObject vector) {
    JsonObject input = vector.object("input").orElseThrow();

    assertThat(utf8(Jcs.canonicalize(input))).isEqualTo(text(vector, "canonical"));
    assertThat(utf8(Signing.signedBytes(input)))
        .isEqualTo(text(vector, "canonical_without_signature"));
    assertThat(ContentHash.of(input)).hasToString(text(vector, "content_hash"));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void hashesAndVerifiesTheSignedObject(JsonObject vector) {
    JsonObject object = vector.object("object").orElseThrow();

    assertThat(utf8(Signing.signedBytes(object)))
        .isEqualTo(text(vector, "canonical_without_signature"));
    assertThat(ContentHash.of(object)).hasToString(text(vector, "content_hash"));
    assertThat(Signing.verify(object, signer(object))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("objects")
  void signingTheObjectAgainGivesTheSameObject(JsonObject vector) {
    JsonObject object = vector.object("object").orElseThrow();

    JsonObject again =
        Signing.sign(object.without("signature"), keyPair(signer(object)), keyField(object));

    assertThat(again).isEqualTo(object);
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void hashesAndVerifiesTheEnvelope(JsonObject vector) {
    JsonObject envelope = vector.object("envelope").orElseThrow();

    assertThat(ContentHash.of(envelope)).hasToString(text(vector, "hash"));
    assertThat(Signing.verify(envelope, signer(envelope))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("badSignatures")
  void refusesTheEnvelopeWithAnInvalidSignature(JsonObject vector) {
    JsonObject envelope = vector.object("envelope").orElseThrow();

    assertThat(Signing.verify(envelope, PublicKey.parse(text(envelope, "sender_key")))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void refusesTheBytesThatAreNoWireObject(JsonObject vector) {
    byte[] raw = text(vector, "raw").getBytes(StandardCharsets.UTF_8);

    Optional<MalformedJson.Problem> problem = Optional.empty();
    try {
      JsonReader.wireObject(raw);
    } catch (MalformedJson e) {
      problem = Optional.of(e.problem());
    }

    assertThat(problem)
        .as(text(vector, "name"))
        .contains(
            text(vector, "code").contains("invalid-number")
                ? MalformedJson.Problem.INVALID_NUMBER
                : MalformedJson.Problem.MALFORMED);
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void theSignatureSurvivesEveryWayOfWriting(JsonObject vector) throws MalformedJson {
    JsonObject envelope = vector.object("envelope").orElseThrow();

    for (String text :
        List.of(
            JsonWriter.pretty(envelope),
            JsonWriter.compact(envelope),
            utf8(Jcs.canonicalize(envelope)))) {
      JsonObject read = JsonReader.wireObject(text.getBytes(StandardCharsets.UTF_8));
      assertThat(Signing.verify(read, signer(read))).isTrue();
      assertThat(ContentHash.of(read)).hasToString(text(vector, "hash"));
    }
  }

  static List<JsonObject> keys() {
    return Vectors.list("sbp1", "keys");
  }

  static List<JsonObject> canonical() {
    return Vectors.list("sbp1", "canonical");
  }

  static List<JsonObject> objects() {
    return Vectors.list("sbp1", "objects");
  }

  static List<JsonObject> envelopes() {
    return Vectors.list("sbp1", "accept");
  }

  static Stream<JsonObject> badSignatures() {
    return Vectors.list("sbp1", "reject").stream()
        .filter(vector -> vector.string("code").equals(Optional.of("invalid-signature")));
  }

  static Stream<JsonObject> malformed() {
    return Vectors.list("sbp1", "reject").stream().filter(vector -> vector.has("raw"));
  }

  private static String keyField(JsonObject object) {
    return KEY_FIELDS.stream().filter(object::has).findFirst().orElseThrow();
  }

  private static PublicKey signer(JsonObject object) {
    return PublicKey.parse(text(object, keyField(object)));
  }

  private static KeyPair keyPair(PublicKey publicKey) {
    return keys().stream()
        .map(key -> KeyPair.of(PrivateKey.parse(text(key, "private_key"))))
        .filter(pair -> pair.publicKey().equals(publicKey))
        .findFirst()
        .orElseThrow();
  }

  private static String text(JsonObject object, String name) {
    return object.string(name).orElseThrow();
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
