package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** IDENTITY §Validation Procedure and §Rotation, each failure with its own code. */
class IdentityDocumentTest {
  private static final Instant NOW = TestClock.NOON;

  private final KeyPair alice = TestKeys.alice();
  private final KeyPair next = TestKeys.named("alice's next key");
  private final KeyPair thief = TestKeys.named("a thief's key");

  @Test
  void acceptsWhatItMakes() {
    IdentityDocument made = document(alice, Optional.of(next));
    Checked<IdentityDocument> checked = IdentityDocument.validate(made.json(), NOW);
    assertThat(checked.why()).isEmpty();
    assertThat(checked.toOptional()).contains(made);
  }

  @Test
  void refusesAForeignFingerprint() {
    assertThat(codeOf(json -> json.with("fingerprint", "sbp1:hh3rhufgiqst6bcssqq3t5i3tmejphii")))
        .isEqualTo(Code.FINGERPRINT_MISMATCH);
  }

  @Test
  void refusesAnEndpointWithAQuery() {
    assertThat(codeOf(json -> json.with("endpoint", "https://a.example.com?x=1")))
        .isEqualTo(Code.INVALID_ENDPOINT);
  }

  @Test
  void refusesANameThatIsTooLong() {
    assertThat(codeOf(json -> json.with("name", "é".repeat(100)))).isNotEqualTo(Code.INVALID_FIELD);
    assertThat(codeOf(json -> json.with("name", "é".repeat(101)))).isEqualTo(Code.INVALID_FIELD);
    assertThat(codeOf(json -> json.with("name", "\u2800\u200b\u202e")))
        .isEqualTo(Code.INVALID_FIELD);
  }

  @Test
  void refusesADocumentFromTheFuture() {
    IdentityDocument made = document(alice, Optional.empty());
    assertThat(IdentityDocument.validate(made.json(), NOW.minus(Duration.ofMinutes(11))).why())
        .map(Rejection::code)
        .contains(Code.FUTURE_TIMESTAMP);
  }

  @Test
  void refusesAChangedMember() {
    JsonObject changed = document(alice, Optional.empty()).json().with("name", "Mallory");
    assertThat(IdentityDocument.validate(changed, NOW).why())
        .map(Rejection::code)
        .contains(Code.INVALID_SIGNATURE);
  }

  @Test
  void refusesHalfARotation() {
    assertThat(codeOf(json -> json.with("previous_key", next.publicKey().toString())))
        .isEqualTo(Code.INCOMPLETE_ROTATION);
  }

  @Test
  void refusesARotationThatTheOldKeyDidNotSign() {
    JsonObject forged =
        Signing.sign(
            rotated(thief, alice)
                .json()
                .with("previous_key", TestKeys.bob().publicKey().toString()),
            alice,
            "public_key");
    assertThat(IdentityDocument.validate(forged, NOW).why())
        .map(Rejection::code)
        .contains(Code.INVALID_ROTATION);
  }

  @Test
  void letsTheCommittedKeySucceed() {
    IdentityDocument held = document(alice, Optional.of(next));
    IdentityDocument candidate = rotated(alice, next);
    assertThat(IdentityDocument.validate(candidate.json(), NOW).why()).isEmpty();
    assertThat(Rotation.succeeds(held, candidate).isValid()).isTrue();
  }

  @Test
  void keepsAThiefOfTheCurrentKeyFromRotatingTheOwnerOut() {
    IdentityDocument held = document(alice, Optional.of(next));
    assertThat(Rotation.succeeds(held, rotated(alice, thief)).why())
        .map(Rejection::code)
        .contains(Code.COMMITMENT_MISMATCH);
  }

  @Test
  void letsAnyKeySucceedWithoutACommitment() {
    IdentityDocument held = document(alice, Optional.empty());
    assertThat(Rotation.succeeds(held, rotated(alice, thief)).isValid()).isTrue();
  }

  @Test
  void keepsTheLaterOfTwoDocumentsForOneKey() {
    IdentityDocument older = document(alice, Optional.empty());
    IdentityDocument newer =
        IdentityDocument.create(alice, claims(Optional.empty()), new Timestamp(NOW.plusSeconds(1)));
    assertThat(Rotation.succeeds(older, newer).isValid()).isTrue();
    assertThat(Rotation.succeeds(newer, older).why())
        .map(Rejection::code)
        .contains(Code.OLDER_DOCUMENT);
  }

  private Code codeOf(UnaryOperator<JsonObject> change) {
    JsonObject changed = change.apply(document(alice, Optional.empty()).json());
    return IdentityDocument.validate(changed, NOW).why().orElseThrow().code();
  }

  private static IdentityDocument document(KeyPair keys, Optional<KeyPair> nextKeys) {
    return IdentityDocument.create(keys, claims(nextKeys), new Timestamp(NOW));
  }

  private static IdentityDocument rotated(KeyPair old, KeyPair keys) {
    return IdentityDocument.rotate(old, keys, claims(Optional.empty()), new Timestamp(NOW));
  }

  private static IdentityDocument.Claims claims(Optional<KeyPair> nextKeys) {
    return new IdentityDocument.Claims(
        "Alice", TestNode.ALICE_ENDPOINT, Optional.empty(), nextKeys.map(KeyPair::publicKey));
  }
}
