package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.crypto.Vectors;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Content (PROTOCOL §8) and endorsements (§9). */
class SignedObjectsTest {
  private static final Timestamp NOW = new Timestamp(TestClock.NOON);

  private final KeyPair alice = TestKeys.alice();
  private final KeyPair bob = TestKeys.bob();

  @Test
  void validatesTheSharedVectors() {
    for (JsonObject vector : Vectors.list("sbp1", "objects")) {
      JsonObject object = vector.object("object").orElseThrow();
      boolean valid =
          switch (object.string("kind").orElseThrow()) {
            case Content.KIND -> Content.validate(object).isValid();
            case Endorsement.KIND -> Endorsement.validate(object).isValid();
            default -> IdentityDocument.validate(object, TestClock.NOON).isValid();
          };
      assertThat(valid).as(vector.string("name").orElseThrow()).isTrue();
    }
  }

  @Test
  void keepsUnknownMembersUnderTheSignature() {
    JsonObject signed = sign(content("t", "b", List.of()).with("x_mood", "calm"));
    Content content = Content.validate(signed).toOptional().orElseThrow();
    assertThat(content.json().string("x_mood")).contains("calm");
    assertThat(Content.validate(signed.with("x_mood", "angry")).why())
        .map(Rejection::code)
        .contains(Code.INVALID_SIGNATURE);
  }

  @Test
  void holdsContentToItsLimits() {
    assertThat(contentCode(content("t".repeat(300), "b", List.of()))).isEmpty();
    assertThat(contentCode(content("t".repeat(301), "b", List.of()))).contains(Code.INVALID_FIELD);
    assertThat(contentCode(content("t", "b".repeat(131_072), List.of()))).isEmpty();
    assertThat(contentCode(content("t", "b".repeat(131_073), List.of())))
        .contains(Code.INVALID_FIELD);
    assertThat(contentCode(content("t", "b", Collections.nCopies(16, "x".repeat(64))))).isEmpty();
    assertThat(contentCode(content("t", "b", Collections.nCopies(17, "x"))))
        .contains(Code.INVALID_FIELD);
    assertThat(contentCode(content("t", "b", List.of("x".repeat(65)))))
        .contains(Code.INVALID_FIELD);
    assertThat(contentCode(content("t", "b", List.of()).with("content_type", "text/html")))
        .contains(Code.INVALID_FIELD);
    assertThat(contentCode(content("t", "b", List.of()).with("tags", new JsonString("x"))))
        .contains(Code.INVALID_FIELD);
  }

  @Test
  void readsWhatAnEndorsementIsFor() {
    ContentHash hash = ContentHash.ofBytes(new byte[] {1});
    Endorsement ofContent = endorse(new Endorsement.Target.OfContent(hash));
    assertThat(ofContent.target()).isEqualTo(new Endorsement.Target.OfContent(hash));
    Endorsement ofPeer = endorse(new Endorsement.Target.OfIdentity(alice.publicKey()));
    assertThat(ofPeer.target().ref()).isEqualTo(alice.publicKey().toString());
  }

  @Test
  void callsAnEndorsementOfOneselfVoid() {
    JsonObject signed = endorsement(new Endorsement.Target.OfIdentity(bob.publicKey()));
    assertThat(Endorsement.validate(signed).why())
        .map(Rejection::code)
        .contains(Code.VOID_ENDORSEMENT);
  }

  @Test
  void refusesAnEndorsementInAnotherName() {
    JsonObject forged =
        endorsement(new Endorsement.Target.OfIdentity(TestKeys.eve().publicKey()))
            .with("endorser_key", alice.publicKey().toString());
    assertThat(Endorsement.validate(forged).why())
        .map(Rejection::code)
        .contains(Code.INVALID_SIGNATURE);
  }

  private Endorsement endorse(Endorsement.Target target) {
    return Endorsement.validate(endorsement(target)).toOptional().orElseThrow();
  }

  private JsonObject endorsement(Endorsement.Target target) {
    return Signing.sign(
        Endorsement.build(
            bob.publicKey(),
            TestNode.BOB_ENDPOINT,
            target,
            Optional.of(TestNode.ALICE_ENDPOINT),
            Optional.of("good"),
            NOW),
        bob,
        "endorser_key");
  }

  private Optional<Code> contentCode(JsonObject unsigned) {
    return Content.validate(sign(unsigned)).why().map(Rejection::code);
  }

  private JsonObject content(String title, String body, List<String> tags) {
    return Content.build(alice.publicKey(), title, body, tags, Optional.empty(), NOW);
  }

  private JsonObject sign(JsonObject unsigned) {
    return Signing.sign(unsigned, alice, "author_key");
  }
}
