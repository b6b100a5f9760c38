package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;

class SigningTest {

  private static final KeyPair ALICE =
      KeyPair.of(PrivateKey.parse("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"));
  private static final KeyPair BOB =
      KeyPair.of(PrivateKey.parse("TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs"));
  private static final JsonObject UNSIGNED =
      JsonObject.builder()
          .put("kind", "content")
          .put("author_key", ALICE.publicKey().toString())
          .put("body", "hello")
          .put("unheard_of", 7)
          .build();

  @Test
  void putsTheSignatureLastAndVerifies() {
    JsonObject signed = Signing.sign(UNSIGNED, ALICE, "author_key");

    assertThat(signed.members().lastEntry().getKey()).isEqualTo("signature");
    assertThat(signed.without("signature")).isEqualTo(UNSIGNED);
    assertThat(Signing.verify(signed, ALICE.publicKey())).isTrue();
  }

  @Test
  void dropsAnOldSignatureBeforeSigning() {
    JsonObject signed = Signing.sign(UNSIGNED, ALICE, "author_key");
    JsonObject old =
        JsonObject.builder()
            .put("signature", "old")
            .put("kind", "content")
            .put("author_key", ALICE.publicKey().toString())
            .put("body", "hello")
            .put("unheard_of", 7)
            .build();

    JsonObject again = Signing.sign(old, ALICE, "author_key");

    assertThat(again).isEqualTo(signed);
    assertThat(again.members().lastEntry().getKey()).isEqualTo("signature");
  }

  @Test
  void refusesToSignInAnothersName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Signing.sign(UNSIGNED, BOB, "author_key"))
        .withMessageContaining("author_key");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Signing.sign(UNSIGNED, ALICE, "sender_key"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Signing.sign(UNSIGNED.with("author_key", 1), ALICE, "author_key"));
  }

  @Test
  void coversEveryMemberEvenUnknownOnes() {
    JsonObject signed = Signing.sign(UNSIGNED, ALICE, "author_key");

    for (String name : UNSIGNED.members().keySet()) {
      assertThat(Signing.verify(signed.with(name, "changed"), ALICE.publicKey())).isFalse();
      assertThat(Signing.verify(signed.without(name), ALICE.publicKey())).isFalse();
    }
    assertThat(Signing.verify(signed.with("added", "x"), ALICE.publicKey())).isFalse();
  }

  @Test
  void coversANestedSignature() {
    JsonObject outer = UNSIGNED.with("payload", Signing.sign(UNSIGNED, ALICE, "author_key"));
    JsonObject signed = Signing.sign(outer, ALICE, "author_key");

    JsonObject stripped = signed.with("payload", UNSIGNED);

    assertThat(Signing.verify(signed, ALICE.publicKey())).isTrue();
    assertThat(Signing.verify(stripped, ALICE.publicKey())).isFalse();
  }

  @Test
  void doesNotVerifyUnderAnotherKey() {
    JsonObject signed = Signing.sign(UNSIGNED, ALICE, "author_key");

    assertThat(Signing.verify(signed, BOB.publicKey())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "not base64url!"})
  void aMalformedSignatureIsFalseAndNoException(String signature) {
    assertThat(Signing.verify(UNSIGNED.with("signature", signature), ALICE.publicKey())).isFalse();
  }

  @Test
  void aSignatureThatIsMissingOrNoStringIsFalse() {
    assertThat(Signing.verify(UNSIGNED, ALICE.publicKey())).isFalse();
    assertThat(Signing.verify(UNSIGNED.with("signature", 1), ALICE.publicKey())).isFalse();
    assertThat(Signing.verify(UNSIGNED.with("signature", JsonNull.INSTANCE), ALICE.publicKey()))
        .isFalse();
    assertThat(Signing.verify(UNSIGNED.with("signature", JsonArray.of()), ALICE.publicKey()))
        .isFalse();
  }

  @Test
  void aPaddedSignatureIsFalse() {
    JsonObject signed = Signing.sign(UNSIGNED, ALICE, "author_key");
    String signature = signed.string("signature").orElseThrow();

    assertThat(Signing.verify(signed.with("signature", signature + "=="), ALICE.publicKey()))
        .isFalse();
  }

  @Test
  void anObjectWithoutACanonicalFormNeverVerifies() {
    JsonObject signed = Signing.sign(UNSIGNED, ALICE, "author_key");
    JsonDecimal decimal = new JsonDecimal(new BigDecimal("0.5"));

    assertThat(Signing.verify(signed.with("unheard_of", decimal), ALICE.publicKey())).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Signing.sign(UNSIGNED.with("unheard_of", decimal), ALICE, "author_key"));
  }
}
