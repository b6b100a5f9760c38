package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * The numbers are libsodium's, as Cordelia publishes them (docs/design/encryption-test-vectors).
 */
class SealingTest {
  private static final JsonObject ABOUT = JsonObject.builder().put("agent_id", "a1").build();
  private static final byte[] SECRET =
      "a key of 32 bytes, or what else".getBytes(StandardCharsets.UTF_8);

  private final SecureRandom random = new SecureRandom();
  private final KeyPair parent = KeyPair.generate(random);

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,307c83864f2833cb427a2ef1c00a013cfdff2768d980c0a3a520f006904de94f,d85e07ec22b0ad881537c2f44d662d1a143cf830c57aca4305d85c7a90f6b62e",
    "0000000000000000000000000000000000000000000000000000000000000000,5046adc1dba838867b2bbbfdd0c3423e58b57970b5267a90f57960924a87f156,5bf55c73b82ebe22be80f3430667af570fae2556a6415e6b30d4065300aa947d",
    "421151a459faeade3d247115f94aedae42318124095afabe4d1451a559faedee,8052030376d47112be7f73ed7a019293dd12ad910b654455798b4667d73de166,f1814f0e8ff1043d8a44d25babff3cedcae6c22c3edaa48f857ae70de2baae50",
    "9fc9b77445f8b077c29fe27fc581c52beb668ecd25f5bb2ba5777dee2a411e97,28e9e1d48cb0e52e437080e4a180058d7a42a07abcd05ea2ec4e6122cded8f6a,26100e941bdd2103038d8dec9a1884694736f591ee814e66ae6e2e2284757136"
  })
  void agreesWithTheKeysThatLibsodiumMakes(String seed, String privateKey, String publicKey) {
    KeyPair keys = KeyPair.of(PrivateKey.of(hex(seed)));

    assertThat(hex(Sealing.agreementKey(keys.privateKey()))).isEqualTo(privateKey);
    assertThat(hex(Sealing.agreementKey(keys.publicKey()))).isEqualTo(publicKey);
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "02", "05", "01"})
  void refusesKeysThatNobodyCanHold(String firstByte) {
    PublicKey key = PublicKey.of(hex(firstByte + "00".repeat(31)));

    assertThatIllegalArgumentException().isThrownBy(() -> Sealing.seal(SECRET, key, ABOUT, random));
  }

  @Test
  void derivesTheWrappingKeyOfTheVectors() throws Exception {
    byte[] agreed = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");

    assertThat(hex(Sealing.wrappingKey(agreed).getEncoded()))
        .isEqualTo("f1f4ea6c1d40b1c6a968574803e9e21173846d7b184d522223e8a42705124f9a");
  }

  @Test
  void sealsAsTheVectorsDoWhereNothingIsSaidAboutIt() {
    KeyPair recipient =
        KeyPair.of(
            PrivateKey.of(hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")));
    Sealed sealed =
        Sealing.seal(
            hex("aabbccdd11223344556677889900aabbccdd11223344556677889900aabbccdd"),
            recipient.publicKey(),
            new byte[0],
            hex("8052030376d47112be7f73ed7a019293dd12ad910b654455798b4667d73de166"),
            hex("000102030405060708090a0b"));

    assertThat(hex(sealed.ciphertext()))
        .isEqualTo("63492d378ec7ea1aa85bee72eaad32e3fb857c2fad42b8c67bd9464c9a35318c");
    assertThat(hex(sealed.tag())).isEqualTo("77769938269c0d6d5e00fc13c1c9f017");
    assertThat(hex(sealed.ephemeralKey()))
        .isEqualTo("f1814f0e8ff1043d8a44d25babff3cedcae6c22c3edaa48f857ae70de2baae50");
  }

  @Test
  void onlyTheHolderOpensWhatWasSealed() {
    Sealed sealed =
        Sealed.parse(Sealing.seal(SECRET, parent.publicKey(), ABOUT, random).toString());

    assertThat(Sealing.open(sealed, parent, ABOUT)).isEqualTo(SECRET);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sealing.open(sealed, KeyPair.generate(random), ABOUT))
        .withMessageContaining("not sealed to this key");
  }

  @Test
  void whatWasSealedForOneAgentIsNoKeyOfAnother() {
    Sealed sealed = Sealing.seal(SECRET, parent.publicKey(), ABOUT, random);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sealing.open(sealed, parent, ABOUT.with("agent_id", "a2")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "e30=", "!!", "bnVsbA==", "eyJ2ZXJzaW9uIjoyfQ=="})
  void refusesTextThatNobodySealed(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Sealed.parse(text));
  }

  @Test
  void neverTheSameTwiceAndNeverTheSecretItself() {
    Sealed one = Sealing.seal(SECRET, parent.publicKey(), ABOUT, random);
    Sealed other = Sealing.seal(SECRET, parent.publicKey(), ABOUT, random);

    assertThat(one.toString()).isNotEqualTo(other.toString());
    assertThat(one.ciphertext()).isNotEqualTo(SECRET);
  }
}
