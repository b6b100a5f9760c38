package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Sha256Test {

  /** FIPS 180-2, appendix B, and NIST's message of length nought. */
  @ParameterizedTest
  @CsvSource({
    "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
        + "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  })
  void knowsTheHashesOfTheStandard(String message, String hex) {
    byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);

    assertThat(HexFormat.of().formatHex(Sha256.digest(bytes))).isEqualTo(hex);
  }

  @Test
  void knowsTheHashOfAMillionLetters() {
    byte[] letters = new byte[1_000_000];
    Arrays.fill(letters, (byte) 'a');

    assertThat(HexFormat.of().formatHex(Sha256.digest(letters)))
        .isEqualTo("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }

  @Test
  void agreesWithThePlatformOnEveryLengthAroundTheBlocks() throws Exception {
    MessageDigest platform = MessageDigest.getInstance("SHA-256");
    Random random = new Random(5);
    for (int length = 0; length < 520; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);

      assertThat(Sha256.digest(bytes)).as("length %d", length).isEqualTo(platform.digest(bytes));
    }
  }
}
