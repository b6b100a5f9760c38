package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {

  private static final String ALICE = "sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3kl";

  @Test
  void namesAliceAsTheVectorsDo() {
    PublicKey alice = PublicKey.parse("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");

    assertThat(Fingerprint.of(alice)).hasToString(ALICE).isEqualTo(Fingerprint.parse(ALICE));
  }

  @Test
  void isTheFirst160BitsInBase32() throws NoSuchAlgorithmException {
    RandomGenerator random = new Random(2);
    for (int i = 0; i < 200; i++) {
      byte[] key = new byte[PublicKey.BYTES];
      random.nextBytes(key);

      assertThat(Fingerprint.of(PublicKey.of(key))).hasToString("sbp1:" + expected(key));
    }
  }

  /** By another road: the 20 bytes as one number, written to the base 32. */
  private static String expected(byte[] key) throws NoSuchAlgorithmException {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
    String digits = new BigInteger(1, Arrays.copyOf(hash, 20)).toString(32);
    StringBuilder text = new StringBuilder("a".repeat(32 - digits.length()));
    for (char digit : digits.toCharArray()) {
      text.append("abcdefghijklmnopqrstuvwxyz234567".charAt(Character.digit(digit, 32)));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sbp1:",
        "eh7ddx5bksrgcytl7bkai36se4nxx3kl",
        "sbp2:eh7ddx5bksrgcytl7bkai36se4nxx3kl",
        "sbp1:EH7DDX5BKSRGCYTL7BKAI36SE4NXX3KL",
        "sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3k",
        "sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3kll",
        "sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3k1",
        "sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3k=",
        " sbp1:eh7ddx5bksrgcytl7bkai36se4nxx3kl"
      })
  void refusesAnyOtherText(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Fingerprint.parse(text));
  }
}
