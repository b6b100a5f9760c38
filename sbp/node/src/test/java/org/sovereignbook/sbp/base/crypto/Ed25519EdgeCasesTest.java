package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Published edge cases on which implementations disagree, with the verdict of PROTOCOL.md §2. */
class Ed25519EdgeCasesTest {

  @Test
  void givesTheProtocolsVerdictOnAll914CctvVectors() {
    List<JsonObject> vectors = Vectors.list("ed25519-cctv", "vectors");

    assertThat(vectors).hasSize(914);
    assertThat(vectors)
        .filteredOn(
            vector ->
                verdict(vector, text -> text.getBytes(StandardCharsets.UTF_8)) != accepted(vector))
        .extracting(vector -> vector.integer("number").orElseThrow())
        .as("numbers with the wrong verdict")
        .isEmpty();
  }

  @Test
  void givesTheProtocolsVerdictOnAll12SpeccheckVectors() {
    List<JsonObject> vectors = Vectors.list("ed25519-speccheck", "vectors");

    assertThat(vectors).hasSize(12);
    assertThat(vectors)
        .filteredOn(vector -> verdict(vector, HexFormat.of()::parseHex) != accepted(vector))
        .extracting(vector -> vector.integer("number").orElseThrow())
        .as("numbers with the wrong verdict")
        .isEmpty();
  }

  @Test
  void acceptsExactlyNumbers2To5OfSpeccheck() {
    assertThat(Vectors.list("ed25519-speccheck", "vectors"))
        .filteredOn(vector -> verdict(vector, HexFormat.of()::parseHex))
        .extracting(vector -> vector.integer("number").orElseThrow())
        .containsExactly(2L, 3L, 4L, 5L);
  }

  @Test
  void theCctvVectorsHoldBothVerdicts() {
    assertThat(Vectors.list("ed25519-cctv", "vectors"))
        .extracting(Ed25519EdgeCasesTest::accepted)
        .contains(true, false);
  }

  @Test
  void aKeyOfAllZeroBytesVerifiesNothing() {
    PublicKey zero = PublicKey.of(new byte[PublicKey.BYTES]);

    assertThat(Ed25519.verify(new byte[0], Signature.of(new byte[Signature.BYTES]), zero))
        .isFalse();
  }

  private static boolean verdict(JsonObject vector, Function<String, byte[]> message) {
    HexFormat hex = HexFormat.of();
    return Ed25519.verify(
        message.apply(vector.string("message").orElseThrow()),
        Signature.of(hex.parseHex(vector.string("signature").orElseThrow())),
        PublicKey.of(hex.parseHex(vector.string("key").orElseThrow())));
  }

  private static boolean accepted(JsonObject vector) {
    return vector.bool("accept").orElseThrow();
  }
}
