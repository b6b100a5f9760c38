package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** The rules of PROTOCOL §5.3 and §6 that the shared vectors do not reach. */
class EnvelopeValidatorTest {
  private static final Instant NOW = TestClock.NOON;

  private final KeyPair alice = TestKeys.alice();
  private final EnvelopeValidator bob = new EnvelopeValidator(TestKeys.bob().publicKey());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message_type",
        "sender_key",
        "sender_endpoint",
        "recipient_key",
        "timestamp",
        "payload",
        "signature"
      })
  void namesTheMemberThatIsMissing(String member) {
    Rejection why = rejection(json -> json.without(member));
    assertThat(why.code()).isEqualTo(Code.MISSING_FIELD);
    assertThat(why.message()).contains(member);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message_type",
        "sender_key",
        "sender_endpoint",
        "recipient_key",
        "timestamp",
        "payload",
        "signature"
      })
  void namesTheMemberOfTheWrongType(String member) {
    for (JsonValue wrong : new JsonValue[] {new JsonInteger(1), JsonNull.INSTANCE}) {
      Rejection why = rejection(json -> json.with(member, wrong));
      assertThat(why.code()).isEqualTo(Code.INVALID_FIELD);
      assertThat(why.message()).contains(member);
    }
  }

  @Test
  void takesTheTimeWindowToTheSecond() {
    assertThat(at(NOW.plus(Duration.ofMinutes(10)))).isEmpty();
    assertThat(at(NOW.plus(Duration.ofMinutes(10)).plusSeconds(1))).contains(Code.STALE_TIMESTAMP);
    assertThat(at(NOW.minus(Limits.MAX_AGE))).isEmpty();
    assertThat(at(NOW.minus(Limits.MAX_AGE).minusSeconds(1))).contains(Code.STALE_TIMESTAMP);
  }

  @Test
  void refusesMoreThanTheLimitBeforeReadingIt() {
    byte[] large = new byte[Limits.MAX_ENVELOPE_BYTES + 1];
    assertThat(bob.structure(large, NOW).why().orElseThrow().code()).isEqualTo(Code.TOO_LARGE);
    byte[] atLimit = new byte[Limits.MAX_ENVELOPE_BYTES];
    assertThat(bob.structure(atLimit, NOW).why().orElseThrow().code())
        .isEqualTo(Code.MALFORMED_JSON);
  }

  @Test
  void checksTheRecipientBeforeThePayload() {
    JsonObject unsigned =
        Envelope.build(
            MessageType.DIRECT,
            JsonObject.empty(),
            alice.publicKey(),
            TestNode.ALICE_ENDPOINT,
            TestKeys.eve().publicKey(),
            new Timestamp(NOW));
    assertThat(validate(Envelope.sign(unsigned, alice)).why().orElseThrow().code())
        .isEqualTo(Code.WRONG_RECIPIENT);
  }

  @Test
  void refusesMemberNamesOutsideTheAlphabetAtEveryDepth() {
    JsonObject payload =
        JsonObject.builder()
            .put("body", "hi")
            .put("x", JsonArray.of(JsonObject.builder().put("Shout", new JsonInteger(1)).build()))
            .build();
    assertThat(code(MessageType.DIRECT, payload)).contains(Code.MALFORMED_JSON);
  }

  @Test
  void measuresBodiesInBytesAndNotesInCharacters() {
    String snowmen = "☃".repeat(Limits.MAX_DIRECT_BODY_BYTES / 3);
    assertThat(code(MessageType.DIRECT, Payloads.direct(snowmen, none(), none()))).isEmpty();
    assertThat(code(MessageType.DIRECT, Payloads.direct(snowmen + "☃", none(), none())))
        .contains(Code.INVALID_PAYLOAD);
  }

  @Test
  void takesAHundredPeersAndNoMore() {
    assertThat(code(MessageType.PEER_LIST, peerList(100))).isEmpty();
    assertThat(code(MessageType.PEER_LIST, peerList(101))).contains(Code.INVALID_PAYLOAD);
  }

  @Test
  void refusesAnAnnounceWithoutAnIdentity() {
    assertThat(code(MessageType.ANNOUNCE, JsonObject.empty())).contains(Code.INVALID_PAYLOAD);
  }

  @Test
  void doesNotTakeASignatureForAnotherMember() {
    JsonObject signed = signed(MessageType.DIRECT, Payloads.direct("hi", none(), none()));
    assertThat(validate(signed.with("x_added", "later")).why().orElseThrow().code())
        .isEqualTo(Code.INVALID_SIGNATURE);
  }

  @Test
  void callsASignatureOfTheWrongShapeInvalid() {
    assertThat(rejection(json -> json.with("signature", "AAAA")).code())
        .isEqualTo(Code.INVALID_SIGNATURE);
  }

  private Optional<Code> at(Instant timestamp) {
    JsonObject unsigned =
        Envelope.build(
            MessageType.SUBSCRIBE,
            JsonObject.empty(),
            alice.publicKey(),
            TestNode.ALICE_ENDPOINT,
            TestKeys.bob().publicKey(),
            new Timestamp(timestamp));
    return validate(Envelope.sign(unsigned, alice)).why().map(Rejection::code);
  }

  private Rejection rejection(UnaryOperator<JsonObject> change) {
    JsonObject envelope = signed(MessageType.DIRECT, Payloads.direct("hi", none(), none()));
    return validate(change.apply(envelope)).why().orElseThrow();
  }

  private Optional<Code> code(MessageType type, JsonObject payload) {
    return validate(signed(type, payload)).why().map(Rejection::code);
  }

  private JsonObject signed(MessageType type, JsonObject payload) {
    return Envelope.sign(
        Envelope.build(
            type,
            payload,
            alice.publicKey(),
            TestNode.ALICE_ENDPOINT,
            TestKeys.bob().publicKey(),
            new Timestamp(NOW)),
        alice);
  }

  private Checked<Envelope> validate(JsonObject envelope) {
    return bob.validate(JsonWriter.compact(envelope).getBytes(StandardCharsets.UTF_8), NOW);
  }

  private static JsonObject peerList(int peers) {
    JsonObject peer =
        JsonObject.builder()
            .put("public_key", TestKeys.eve().publicKey().toString())
            .put("endpoint", new JsonString("https://eve.example.com"))
            .build();
    return JsonObject.builder()
        .put("peers", new JsonArray(java.util.Collections.nCopies(peers, (JsonValue) peer)))
        .build();
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }
}
