package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

  private static final String ALICE_PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  private static final String ALICE_PRIVATE = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
  private static final String BOB_PUBLIC = "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw";

  @Test
  void aPublicKeyHasOneSpelling() {
    PublicKey key = PublicKey.parse(ALICE_PUBLIC);

    assertThat(key).hasToString(ALICE_PUBLIC);
    assertThat(PublicKey.of(key.bytes())).isEqualTo(key).hasSameHashCodeAs(key);
    assertThat(key).isNotEqualTo(PublicKey.parse(BOB_PUBLIC));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
        "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURp",
        "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        " 1qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUR"
      })
  void refusesAnyOtherSpellingOfAKey(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> PublicKey.parse(text));
    assertThatIllegalArgumentException().isThrownBy(() -> PrivateKey.parse(text));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 31, 33, 64})
  void refusesKeysOfAnotherLength(int length) {
    assertThatIllegalArgumentException().isThrownBy(() -> PublicKey.of(new byte[length]));
    assertThatIllegalArgumentException().isThrownBy(() -> PrivateKey.of(new byte[length]));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 32, 63, 65})
  void refusesSignaturesOfAnotherLength(int length) {
    assertThatIllegalArgumentException().isThrownBy(() -> Signature.of(new byte[length]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Signature.parse(Base64Url.encode(new byte[length])));
  }

  @Test
  void publicKeysSortByTheirText() {
    PublicKey alice = PublicKey.parse(ALICE_PUBLIC);
    PublicKey bob = PublicKey.parse(BOB_PUBLIC);

    assertThat(List.of(bob, alice).stream().sorted()).containsExactly(alice, bob);
    assertThat(alice).isEqualByComparingTo(PublicKey.of(alice.bytes()));
  }

  @Test
  void nobodyChangesAKeyFromOutside() {
    byte[] bytes = PublicKey.parse(ALICE_PUBLIC).bytes();
    PublicKey key = PublicKey.of(bytes);
    bytes[0]++;
    key.bytes()[1]++;
    byte[] seed = Base64Url.decode(ALICE_PRIVATE);
    PrivateKey privateKey = PrivateKey.of(seed);
    seed[0]++;
    privateKey.seed()[1]++;

    assertThat(key).hasToString(ALICE_PUBLIC);
    assertThat(key).isEqualTo(PublicKey.parse(ALICE_PUBLIC));
    assertThat(privateKey.encoded()).isEqualTo(ALICE_PRIVATE);
  }

  @Test
  void nobodyChangesASignatureFromOutside() {
    byte[] bytes = new byte[Signature.BYTES];
    Signature signature = Signature.of(bytes);
    bytes[0]++;
    signature.bytes()[1]++;

    assertThat(signature).hasToString("A".repeat(86));
    assertThat(signature).isEqualTo(Signature.parse("A".repeat(86)));
    assertThat(signature).isNotEqualTo(Signature.of(bytes));
  }

  @Test
  void aPrivateKeyNeverShowsItself() {
    PrivateKey key = PrivateKey.parse(ALICE_PRIVATE);

    assertThat(key).hasToString("PrivateKey[hidden]");
    assertThat(KeyPair.of(key).toString())
        .contains(ALICE_PUBLIC)
        .contains("hidden")
        .doesNotContain(ALICE_PRIVATE);
    assertThat(key).isEqualTo(PrivateKey.parse(ALICE_PRIVATE));
    assertThat(key).isNotEqualTo(PrivateKey.of(new byte[PrivateKey.BYTES]));
  }

  @Test
  void aPairWithAForeignPublicKeyCannotBeMade() {
    PrivateKey privateKey = PrivateKey.parse(ALICE_PRIVATE);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyPair.of(PublicKey.parse(BOB_PUBLIC), privateKey))
        .withMessage("the public key does not belong to the private key");
    assertThat(KeyPair.of(PublicKey.parse(ALICE_PUBLIC), privateKey))
        .isEqualTo(KeyPair.of(privateKey));
  }

  @Test
  void aGeneratedPairTakesItsSeedFromTheGivenRandomness() {
    SecureRandom fixed =
        new SecureRandom() {
          private static final long serialVersionUID = 1L;

          @Override
          public void nextBytes(byte[] bytes) {
            System.arraycopy(Base64Url.decode(ALICE_PRIVATE), 0, bytes, 0, bytes.length);
          }
        };

    assertThat(KeyPair.generate(fixed).publicKey()).hasToString(ALICE_PUBLIC);
  }

  @Test
  void generatedPairsDiffer() {
    SecureRandom random = new SecureRandom();

    assertThat(KeyPair.generate(random)).isNotEqualTo(KeyPair.generate(random));
  }
}
