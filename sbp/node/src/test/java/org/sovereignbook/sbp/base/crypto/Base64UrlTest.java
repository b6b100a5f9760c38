package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Base64UrlTest {

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  @ParameterizedTest
  @CsvSource({"'',''", "f,Zg", "fo,Zm8", "foo,Zm9v", "foob,Zm9vYg", "fooba,Zm9vYmE"})
  void agreesWithTheVectorsOfRfc4648(String plain, String encoded) {
    assertThat(Base64Url.encode(plain.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .isEqualTo(encoded);
    assertThat(Base64Url.decode(encoded)).asString().isEqualTo(plain);
  }

  @Test
  void usesTheUrlSafeAlphabet() {
    assertThat(Base64Url.encode(new byte[] {(byte) 0xfb, (byte) 0xff})).isEqualTo("-_8");
    assertThat(Base64Url.decode("-_8")).containsExactly(0xfb, 0xff);
  }

  @Test
  void decodesWhatItEncodesAtEveryLength() {
    RandomGenerator random = new Random(1);
    for (int length = 0; length < 200; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      String text = Base64Url.encode(bytes);

      assertThat(Base64Url.decode(text)).isEqualTo(bytes);
      assertThat(Base64Url.decode(text, length)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Zg==", "Zg=", "=", "Zm8=", "Z=g"})
  void refusesPadding(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Base64Url.decode(text))
        .withMessageContaining("padding");
  }

  @Test
  void refusesEveryCharacterOutsideTheAlphabet() {
    for (char c = 0; c < 0x500; c++) {
      String text = "AAA" + c;
      if (ALPHABET.indexOf(c) >= 0) {
        assertThat(Base64Url.decode(text)).hasSize(3);
      } else {
        assertThatIllegalArgumentException().isThrownBy(() -> Base64Url.decode(text));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "AAAAA", "AAAAAAAAA"})
  void refusesALengthThatNoByteStringHas(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Base64Url.decode(text))
        .withMessageContaining("no possible length");
  }

  @Test
  void allowsExactlyOneSpellingForEachByteString() {
    Set<Byte> oneByte = new HashSet<>();
    Set<Integer> twoBytes = new HashSet<>();
    int acceptedOfTwo = 0;
    int acceptedOfThree = 0;
    for (char first : ALPHABET.toCharArray()) {
      for (char last : ALPHABET.toCharArray()) {
        if (accepts("" + first + last)) {
          acceptedOfTwo++;
          oneByte.add(Base64Url.decode("" + first + last)[0]);
        }
        String three = "" + first + "A" + last;
        if (accepts(three)) {
          acceptedOfThree++;
          byte[] bytes = Base64Url.decode(three);
          twoBytes.add((bytes[0] << 8) | (bytes[1] & 0xff));
        }
      }
    }

    assertThat(acceptedOfTwo).isEqualTo(256);
    assertThat(oneByte).hasSize(256);
    assertThat(acceptedOfThree).isEqualTo(64 * 16);
    assertThat(twoBytes).hasSize(64 * 16);
  }

  @Test
  void refusesNonZeroTrailingBitsOfAKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Base64Url.decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURp", 32))
        .withMessageContaining("trailing bits");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 41, 42, 44, 45, 86, 1_000_000})
  void refusesAnotherLengthThanExpected(int characters) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Base64Url.decode("A".repeat(characters), 32))
        .withMessage("expected 43 base64url characters (32 bytes) but found " + characters);
  }

  @Test
  void neverRepeatsTheTextInAnError() {
    String secret = "SECRETSECRETSECRETSECRETSECRETSECRETSECRETS";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Base64Url.decode(secret.replaceFirst("T", "!"), 32))
        .withMessageNotContaining("SECRET");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Base64Url.decode(secret + secret, 32))
        .withMessageNotContaining("SECRET");
  }

  private static boolean accepts(String text) {
    try {
      Base64Url.decode(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
