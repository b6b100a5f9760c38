package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;

class ContentHashTest {

  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void agreesWithThePublishedHashOfAbc() {
    ContentHash hash = ContentHash.ofBytes("abc".getBytes(StandardCharsets.US_ASCII));

    assertThat(hash).hasToString("sha256:" + ABC);
    assertThat(hash.hex()).isEqualTo(ABC);
  }

  @Test
  void agreesWithTheJdkAtEveryLengthAroundTheBlockSize() throws NoSuchAlgorithmException {
    for (int length = 0; length <= 130; length++) {
      byte[] bytes = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);

      assertThat(ContentHash.ofBytes(bytes).hex())
          .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
    }
  }

  @Test
  void doesNotDependOnTheOrderOfMembers() {
    JsonObject one = JsonObject.builder().put("a", 1).put("b", "x").build();
    JsonObject other = JsonObject.builder().put("b", "x").put("a", 1).build();

    assertThat(ContentHash.of(one)).isEqualTo(ContentHash.of(other));
  }

  @Test
  void coversTheSignatureAndUnknownMembers() {
    JsonObject object = JsonObject.builder().put("a", 1).build();

    assertThat(
            List.of(
                ContentHash.of(object),
                ContentHash.of(object.with("signature", "x")),
                ContentHash.of(object.with("unheard_of", "x"))))
        .doesNotHaveDuplicates();
  }

  @Test
  void readsBackItsText() {
    ContentHash hash = ContentHash.parse("sha256:" + ABC);

    assertThat(ContentHash.parse(hash.toString())).isEqualTo(hash).hasSameHashCodeAs(hash);
    assertThat(hash).isLessThan(ContentHash.parse("sha256:" + "f".repeat(64)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sha256:",
        ABC,
        "SHA256:" + ABC,
        "sha512:" + ABC,
        " sha256:" + ABC,
        "sha256:" + ABC + "\n",
        "sha256:" + ABC + "0",
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
        "sha256:BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
        "sha256:ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha256:../../../../etc/passwd/////////////////////////////////////////////",
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f2001٠ad"
      })
  void refusesAnyOtherText(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ContentHash.parse(text));
  }
}
