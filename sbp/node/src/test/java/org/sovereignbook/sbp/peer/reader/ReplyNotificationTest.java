package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE_AT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;

/** A message points to a piece that this node does not have (IMPLEMENTATION §2, the reader). */
class ReplyNotificationTest {
  @TempDir private Path folder;
  private ReaderNode node;
  private ContentHash own;
  private JsonObject answer;

  @BeforeEach
  void eveHasAnsweredUs() {
    node = ReaderNode.knowingAlice(folder, TrustState.ENDORSED);
    own = node.publish("Ours");
    answer = node.reply(EVE, "Theirs", own);
  }

  @Test
  void thePieceOfAStrangerIsFetchedAndShownAsAReplyNotification() {
    ContentHash hash = node.served().serve(EVE_AT, answer);
    InboxId id = node.direct(EVE, "I answered you", Optional.of(hash));

    node.pre();

    JsonObject item = node.item(id);
    assertThat(item.string("body")).contains("I answered you");
    assertThat(item.string("sender_trust")).contains("unknown");
    assertThat(item.string("content_state")).contains("fetched");
    assertThat(item.string("content_title")).contains("Theirs");
    assertThat(item.string("content_body")).contains("A reply");
    assertThat(item.string("content_hash")).contains(hash.toString());
    assertThat(item.string("author_key")).contains(EVE.publicKey().toString());
    assertThat(item.string("content_in_reply_to")).contains(own.toString());
    assertThat(item.bool("reply_notification")).contains(true);
    assertThat(item.bool("reply_to_own")).contains(true);
    assertThat(node.served().requests()).containsExactly(ServedContent.url(EVE_AT, hash));
    assertThat(node.store().objects().find(ObjectStore.CONTENT_RECEIVED, hash)).contains(answer);
    assertThat(node.store().objects().replies(own)).containsExactly(hash);
  }

  @Test
  void whatIsHereAlreadyIsNotFetched() {
    node.share(EVE, answer);
    node.later();
    InboxId id = node.direct(EVE, "I answered you", Optional.of(ContentHash.of(answer)));

    node.pre();

    assertThat(node.item(id).string("content_state")).contains("stored");
    assertThat(node.item(id).bool("reply_notification")).contains(true);
    assertThat(node.served().requests()).isEmpty();
  }

  @Test
  void theFetchedPieceMayBeEndorsedAndItsAuthorHearsOfIt() {
    ContentHash hash = node.served().serve(ReaderNode.ALICE_AT, node.reply(ALICE, "Yes", own));
    InboxId id = node.direct(ALICE, "I answered you", Optional.of(hash));

    node.judge(ReaderNode.decision(id, "endorse_content").with("target_hash", hash.toString()));

    assertThat(node.endorsed())
        .singleElement()
        .extracting(made -> made.string("target_ref").orElseThrow())
        .isEqualTo(hash.toString());
    assertThat(node.session()).anyMatch(line -> line.contains("title=\"Yes\""));
  }

  @ParameterizedTest
  @CsvSource({
    "404, not_found, the sender answered 404",
    "200-another, invalid, the answer is another piece",
    "200-forged, invalid, invalid-signature",
    "200-giant, invalid, longer than 262144 bytes",
    "forbidden, not_found, forbidden address",
  })
  void aFetchThatCannotSucceedIsAStateAndTheMessageIsShown(
      String kind, String state, String problem) {
    ContentHash hash = ContentHash.of(answer);
    node.served().answer(EVE_AT, hash, reply(kind));
    InboxId id = node.direct(EVE, "I answered you", Optional.of(hash));

    node.pre();

    JsonObject item = node.item(id);
    assertThat(item.string("content_state")).contains(state);
    assertThat(item.string("content_problem").orElseThrow()).contains(problem);
    assertThat(item.string("body")).contains("I answered you");
    assertThat(item.has("content_body")).isFalse();
    assertThat(item.has("reply_notification")).isFalse();
    assertThat(node.store().objects().count(ObjectStore.CONTENT_RECEIVED)).isZero();
    assertThat(node.ops()).anyMatch(line -> line.contains(hash + " of"));
  }

  private PeerReply reply(String kind) {
    return switch (kind) {
      case "404" -> ServedContent.answered(404, "{}");
      case "200-another" ->
          ServedContent.answered(200, JsonWriter.compact(node.reply(EVE, "Another", own)));
      case "200-forged" ->
          ServedContent.answered(200, JsonWriter.compact(answer.with("title", "Forged")));
      case "200-giant" -> ServedContent.answered(200, " ".repeat(262_145));
      default -> new PeerReply.Forbidden("localhost is at 127.0.0.1 (loopback)");
    };
  }

  @Test
  void whileAnotherPageAnswersForTheSenderItsMessageWaits() {
    ContentHash hash = ContentHash.of(answer);
    node.served().answer(EVE_AT, hash, ServedContent.answered(200, "<html>"));
    node.direct(EVE, "I answered you", Optional.of(hash));

    assertThat(node.pre().waiting()).isEqualTo(1);
    assertThat(node.ops()).anyMatch(line -> line.contains("malformed"));
  }

  @Test
  void whileTheSenderIsAwayItsMessageWaitsForThreeTriesAndThenIsShown() {
    ContentHash hash = ContentHash.of(answer);
    node.served().answer(EVE_AT, hash, new PeerReply.Unreachable("cannot connect", false));
    InboxId id = node.direct(EVE, "I answered you", Optional.of(hash));

    assertThat(node.pre().waiting()).isEqualTo(1);
    assertThat(node.pre().idle()).isTrue();
    assertThat(node.served().requests()).as("two runs in a minute are one try").hasSize(1);
    node.test().clock().advance(Duration.ofMinutes(15));
    assertThat(node.pre().idle()).isTrue();
    assertThat(node.inbox()).containsExactly(id);
    node.test().clock().advance(Duration.ofMinutes(15));
    node.pre();

    assertThat(node.item(id).string("content_state")).contains("failed");
    assertThat(node.item(id).string("content_problem")).contains("cannot connect");
    assertThat(node.served().requests()).hasSize(3);
  }

  /** The reader's backend may rest for a day, and the digest is made anew at every tick. */
  @Test
  void aDigestThatIsMadeAgainAsksNobodyAgain() {
    ContentHash hash = ContentHash.of(answer);
    node.served().answer(EVE_AT, hash, ServedContent.answered(404, ""));
    InboxId id = node.direct(EVE, "I answered you", Optional.of(hash));
    node.pre();
    node.test().clock().advance(Duration.ofHours(1));

    node.pre();

    assertThat(node.item(id).string("content_state")).contains("not_found");
    assertThat(node.served().requests()).hasSize(1);
  }

  /** The piece was stored with the digest; it is as new to the reader as it was. */
  @Test
  void aDigestThatIsMadeAgainShowsAFetchedPieceAgain() {
    InboxId id =
        node.direct(EVE, "I answered you", Optional.of(node.served().serve(EVE_AT, answer)));
    node.pre();

    node.pre();

    assertThat(node.item(id).string("content_state")).contains("fetched");
    assertThat(node.item(id).string("content_body")).contains("A reply");
    assertThat(node.served().requests()).hasSize(1);
  }

  @Test
  void aPieceThatIsServedAgainIsFetchedAtTheNextTry() {
    ContentHash hash = ContentHash.of(answer);
    node.served().answer(EVE_AT, hash, ServedContent.answered(503, ""));
    InboxId id = node.direct(EVE, "I answered you", Optional.of(hash));
    node.pre();
    node.served().serve(EVE_AT, answer);
    node.test().clock().advance(Duration.ofMinutes(15));

    node.pre();

    assertThat(node.item(id).string("content_state")).contains("fetched");
  }

  @Test
  void strangersCannotMakeTheNodeFetchWithoutEnd() {
    for (int i = 0; i < 40; i++) {
      KeyPair stranger = TestKeys.named("stranger" + i);
      Endpoint at = Endpoint.parse("https://stranger" + i % 20 + ".example.com");
      ContentHash hash = ContentHash.ofBytes(new byte[] {(byte) i});
      node.receive(
          stranger,
          at,
          MessageType.DIRECT,
          Payloads.direct("read this", Optional.of(hash), Optional.empty()));
    }
    ContentHash hash =
        node.served().serve(ReaderNode.ALICE_AT, node.reply(ALICE, "A friend's", own));
    node.later();
    InboxId friend = node.direct(ALICE, "I answered you", Optional.of(hash));

    node.pre();

    assertThat(node.served().requests()).as("half of ten, and a friend's").hasSize(6);
    assertThat(node.item(friend).string("content_state")).contains("fetched");
    assertThat(node.items())
        .as("none of the messages is lost")
        .hasSize(41)
        .anyMatch(item -> item.string("content_state").equals(Optional.of("not_fetched")));
  }

  @Test
  void noEndpointIsAskedForMoreThanTwoPiecesAtATime() {
    for (int i = 0; i < 5; i++) {
      node.direct(ALICE, "look", Optional.of(ContentHash.ofBytes(new byte[] {(byte) i})));
      node.later();
    }

    node.pre();

    assertThat(node.served().requests()).hasSize(2);
    assertThat(node.items()).hasSize(5);
  }

  @Test
  void thePieceOfABlockedAuthorIsNotTakenIn() {
    node.test().addPeer("Carol", CAROL, ReaderNode.CAROL_AT, TrustState.BLOCKED);
    JsonObject blocked = node.reply(CAROL, "Back again", own);
    ContentHash hash = node.served().serve(EVE_AT, blocked);
    InboxId id = node.direct(EVE, "look", Optional.of(hash));

    node.pre();

    assertThat(node.item(id).string("content_state")).contains("invalid");
    assertThat(node.item(id).has("content_body")).isFalse();
  }
}
