package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE_AT;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.BOB;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.decision;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement.Target;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;

/** What reader-preprocess lets through, what it deals with itself, and what it leaves. */
class ReaderPreprocessTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsKnown() {
    node = ReaderNode.knowingAlice(folder, TrustState.KNOWN);
  }

  @Test
  void anEmptyInboxIsIdleAndWritesNothing() {
    PreprocessResult result = node.pre();

    assertThat(result.idle()).isTrue();
    assertThat(node.hasDigest()).isFalse();
    assertThat(node.ops()).isEmpty();
  }

  @Test
  void onlyMechanicalMessagesMakeAnIdleRunWithoutDigest() {
    node.ack(ALICE, Optional.of("fine"));
    node.receive(
        ALICE,
        ALICE_AT,
        MessageType.ERROR,
        JsonObject.builder().put("code", "stale-timestamp").put("message", "too old").build());

    PreprocessResult result = node.pre();

    assertThat(result.idle()).isTrue();
    assertThat(result.autoHandled()).isEqualTo(2);
    assertThat(node.hasDigest()).isFalse();
    assertThat(node.inbox()).isEmpty();
    assertThat(node.ops())
        .anyMatch(line -> line.contains("ack accepted of sha256:") && line.contains("\"Alice\""))
        .anyMatch(line -> line.contains("error report") && line.contains("stale-timestamp"));
  }

  @Test
  void theSummaryLineNamesAllFiveCounts() {
    node.ack(ALICE, Optional.empty());
    node.direct(ALICE, "hello");
    node.drop("junk", "not json".getBytes(StandardCharsets.UTF_8));

    PreprocessResult result = node.pre();

    assertThat(node.ops().getLast())
        .startsWith("[reader] ")
        .endsWith("processed 3, rejected 1, duplicates 0, auto-handled 1, passed to the LLM 1");
    assertThat(result.toJson().integer("processed")).hasValue(3);
    assertThat(result.idle()).isFalse();
  }

  @Test
  void itemsStayInTheInboxUntilTheyAreDecided() {
    InboxId id = node.direct(ALICE, "hello");

    node.pre();

    assertThat(node.inbox()).containsExactly(id);
  }

  @Test
  void malformedEntriesAreRejectedWithTheirCode() {
    node.drop("a", "{".getBytes(StandardCharsets.UTF_8));
    node.drop("b", "{\"kind\":\"letter\"}".getBytes(StandardCharsets.UTF_8));

    PreprocessResult result = node.pre();

    assertThat(result.rejected()).isEqualTo(2);
    assertThat(node.rejected()).containsExactly("a.json", "b.json");
    assertThat(node.inbox()).isEmpty();
    assertThat(node.ops())
        .anyMatch(line -> line.contains("rejected a: malformed-json"))
        .anyMatch(line -> line.contains("rejected b: invalid-kind"));
  }

  @Test
  void aForgedEnvelopeIsRejected() {
    String envelope =
        new String(
            node.test().envelope(ALICE, ALICE_AT, MessageType.SUBSCRIBE, JsonObject.empty()),
            StandardCharsets.UTF_8);
    node.receive(
        envelope.replace("alice.example", "mallory.example").getBytes(StandardCharsets.UTF_8));

    assertThat(node.pre().rejected()).isEqualTo(1);
    assertThat(node.ops()).anyMatch(line -> line.contains("invalid-signature"));
  }

  @Test
  void contentThatItsAuthorDidNotSignIsRejected() {
    JsonObject forged = node.content(CAROL, "Mine").with("title", "Changed");
    node.share(ALICE, forged);

    assertThat(node.pre().rejected()).isEqualTo(1);
    assertThat(node.hasDigest()).isFalse();
  }

  @Test
  void whatTheServerHasTakenStaysWhenTheClockIsSetBack() {
    node.test().clock().advance(Duration.ofDays(5));
    InboxId id = node.direct(ALICE, "you were right then");
    node.test().clock().advance(Duration.ofHours(-41));

    assertThat(node.pre().passed()).isEqualTo(1);
    assertThat(node.item(id).string("body")).contains("you were right then");
  }

  @Test
  void howOldAnEnvelopeMayBeIsJudgedWhenItArrived() {
    InboxId id = node.direct(ALICE, "you were asleep");
    node.test().clock().advance(Duration.ofDays(5));

    assertThat(node.pre().passed()).isEqualTo(1);
    assertThat(node.item(id).string("body")).contains("you were asleep");
  }

  @Test
  void anEntryThatDoesNotSayWhenItArrivedIsJudgedNow() {
    byte[] envelope =
        node.test().envelope(ALICE, ALICE_AT, MessageType.SUBSCRIBE, JsonObject.empty());
    node.drop("by-hand", envelope);
    node.test().clock().advance(Duration.ofDays(5));

    assertThat(node.pre().rejected()).isEqualTo(1);
    assertThat(node.ops()).anyMatch(line -> line.contains("rejected by-hand: stale-timestamp"));
  }

  @Test
  void aSecondCopyInTheSameRunIsDeleted() {
    byte[] envelope =
        node.test().envelope(ALICE, ALICE_AT, MessageType.SUBSCRIBE, JsonObject.empty());
    InboxId first = node.receive(envelope);
    node.later();
    node.receive(envelope);

    PreprocessResult result = node.pre();

    assertThat(result.duplicates()).isEqualTo(1);
    assertThat(node.inbox()).containsExactly(first);
    assertThat(node.pre().passed()).as("the first copy in a rerun").isEqualTo(1);
  }

  @Test
  void aReplayOfADecidedMessageNeverReachesTheReader() {
    byte[] envelope =
        node.test().envelope(ALICE, ALICE_AT, MessageType.SUBSCRIBE, JsonObject.empty());
    InboxId id = node.receive(envelope);
    node.judge(decision(id, "ignore"));
    node.later();
    node.receive(envelope);

    PreprocessResult result = node.pre();

    assertThat(result.idle()).isTrue();
    assertThat(result.duplicates()).isEqualTo(1);
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void aReplayOfAnAckIsNotLoggedTwice() {
    byte[] envelope =
        node.test()
            .envelope(
                ALICE,
                ALICE_AT,
                MessageType.ERROR,
                JsonObject.builder().put("code", "x").put("message", "y").build());
    node.receive(envelope);
    node.pre();
    node.later();
    node.receive(envelope);
    node.pre();

    assertThat(node.ops()).filteredOn(line -> line.contains("error report")).hasSize(1);
  }

  @Test
  void contentThatArrivesTwiceByDifferentSharersIsShownOnceAndBothEnvelopesAreSeen() {
    JsonObject content = node.content(CAROL, "Once");
    InboxId first = node.share(ALICE, content);
    node.later();
    byte[] second = node.test().envelope(EVE, ReaderNode.EVE_AT, MessageType.SHARE, content);
    node.receive(second);

    PreprocessResult result = node.pre();
    node.decide(decision(first, "ignore"));
    node.post();
    node.later();
    node.receive(second);
    PreprocessResult replayed = node.pre();

    assertThat(result.passed()).isEqualTo(1);
    assertThat(result.duplicates()).isEqualTo(1);
    assertThat(node.store().objects().count(ObjectStore.CONTENT_RECEIVED)).isEqualTo(1);
    assertThat(replayed.duplicates()).isEqualTo(1);
    assertThat(node.ops()).anyMatch(line -> line.contains("duplicate envelope"));
  }

  @Test
  void contentInTheIndexIsADuplicate() {
    JsonObject content = node.content(ALICE, "Known");
    InboxId id = node.share(ALICE, content);
    node.judge(decision(id, "ignore"));
    node.later();
    node.share(EVE, content);

    assertThat(node.pre().duplicates()).isEqualTo(1);
  }

  @Test
  void ourOwnContentThatComesBackIsADuplicate() {
    node.publish("Ours");
    node.share(ALICE, node.content(BOB, "Ours"));

    assertThat(node.pre().duplicates()).isEqualTo(1);
  }

  @Test
  void blockedSendersAndTheWorkOfBlockedAuthorsAreDropped() {
    node.test().addPeer("Eve", EVE, ReaderNode.EVE_AT, TrustState.BLOCKED);
    node.direct(EVE, "let me in");
    node.share(ALICE, node.content(EVE, "by the back door"));
    node.share(ALICE, node.endorsement(EVE, new Target.OfIdentity(CAROL.publicKey()), "x"));

    PreprocessResult result = node.pre();

    assertThat(result.idle()).isTrue();
    assertThat(result.autoHandled()).isEqualTo(3);
    assertThat(node.inbox()).isEmpty();
    assertThat(node.peer(EVE).lastContact()).isEmpty();
    assertThat(node.store().objects().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isZero();
  }

  @Test
  void aMessageThatThisNodeSignedToItselfIsDropped() {
    node.receive(BOB, ALICE_AT, MessageType.SUBSCRIBE, JsonObject.empty());

    assertThat(node.pre().idle()).isTrue();
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void aVerifiedMessageFromAKnownPeerIsContact() {
    node.ack(ALICE, Optional.empty());

    node.pre();

    assertThat(node.peer(ALICE).lastContact()).contains(node.node().now());
  }

  @Test
  void aReplayIsNoContact() {
    byte[] envelope =
        node.test().envelope(ALICE, ALICE_AT, MessageType.SUBSCRIBE, JsonObject.empty());
    node.judge(decision(node.receive(envelope), "ignore"));
    var contact = node.peer(ALICE).lastContact();
    node.test().clock().advance(Duration.ofHours(1));
    node.receive(envelope);

    node.pre();

    assertThat(node.peer(ALICE).lastContact()).isEqualTo(contact);
  }

  @Test
  void aValidMessageMakesItsSenderKnownAndTheReaderSeesThatItIsTheFirst() {
    InboxId id = node.direct(EVE, "hello");

    node.pre();
    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.peer(EVE).endpoint()).isEqualTo(ReaderNode.EVE_AT);
    assertThat(node.item(id).string("sender_trust")).contains("unknown");

    node.later();
    InboxId second = node.direct(EVE, "hello again");
    node.pre();
    assertThat(node.item(second).string("sender_trust")).contains("known");
  }

  @Test
  void anAnnounceMakesItsSenderKnownByItsNameButIsShownAsOfAStranger() {
    InboxId id = node.announce(EVE, node.identity(EVE, "Eve", Optional.empty()));

    node.pre();

    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.peer(EVE).name()).isEqualTo("Eve");
    assertThat(node.item(id).bool("already_known")).contains(false);
  }

  @Test
  void anAnnounceOfAnInvalidIdentityMakesNobodyKnown() {
    node.announce(EVE, node.identity(EVE, "Eve", Optional.empty()).json().with("name", "Mallory"));

    node.pre();

    assertThat(node.knows(EVE)).isFalse();
  }

  @Test
  void aKeyThatItsOwnerRotatedAwayGetsNoRowOfItsOwn() {
    KeyPair next = TestKeys.named("alice's next");
    node.announce(
        next,
        IdentityDocument.rotate(
            ALICE,
            next,
            new IdentityDocument.Claims("Alice", ALICE_AT, Optional.empty(), Optional.empty()),
            node.node().now()));
    node.pre();
    node.later();
    node.direct(ALICE, "sent before I moved");

    node.pre();

    assertThat(node.knows(ALICE)).isFalse();
    assertThat(node.knows(next)).isTrue();
  }

  @Test
  void theStrangerOfWhomNothingWasHeardForLongestGivesItsRowToTheNext() {
    node.test()
        .configure(
            JsonObject.builder()
                .put("reader", JsonObject.builder().put("max_unendorsed_peers", 1).build())
                .build());
    node.direct(EVE, "hello");
    node.later();
    node.direct(CAROL, "hello");

    node.pre();

    assertThat(node.knows(EVE)).isFalse();
    assertThat(node.knows(CAROL)).isTrue();
    assertThat(node.ops()).anyMatch(line -> line.contains("that nothing ties to us lost the row"));
  }

  @Test
  void receivedEndorsementsAreVerifiedAndStoredAtOnce() {
    JsonObject good = node.endorsement(ALICE, new Target.OfIdentity(CAROL.publicKey()), "good");
    node.share(ALICE, good);

    PreprocessResult result = node.pre();

    assertThat(result.idle()).isTrue();
    assertThat(result.autoHandled()).isEqualTo(1);
    assertThat(node.store().objects().find(ObjectStore.ENDORSEMENTS_RECEIVED, ContentHash.of(good)))
        .contains(good);
    assertThat(node.store().objects().isSeen(ContentHash.of(good))).isTrue();
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void voidAndForgedEndorsementsAreRejected() {
    node.share(ALICE, node.endorsement(ALICE, new Target.OfIdentity(ALICE.publicKey()), "me"));
    node.share(
        ALICE,
        node.endorsement(CAROL, new Target.OfIdentity(EVE.publicKey()), "x").with("note", "y"));

    PreprocessResult result = node.pre();

    assertThat(result.rejected()).isEqualTo(2);
    assertThat(node.store().objects().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isZero();
    assertThat(node.ops())
        .anyMatch(line -> line.contains("void-endorsement"))
        .anyMatch(line -> line.contains("invalid-signature"));
  }

  @Test
  void anEndorsementOfOurContentIsStoredAndShown() {
    ContentHash own = node.publish("Ours");
    InboxId id = node.share(ALICE, node.endorsement(ALICE, new Target.OfContent(own), "well put"));

    node.pre();

    assertThat(node.item(id).string("target_ref")).contains(own.toString());
    assertThat(node.store().objects().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isEqualTo(1);
  }

  @Test
  void anEndorsementThatARunWithoutDecisionsStoredIsStillShown() {
    JsonObject endorsement =
        node.endorsement(ALICE, new Target.OfIdentity(BOB.publicKey()), "kind");
    InboxId id = node.share(ALICE, endorsement);
    node.pre();

    PreprocessResult again = node.pre();

    assertThat(again.passed()).isEqualTo(1);
    assertThat(node.item(id).string("note")).contains("kind");

    node.later();
    node.share(EVE, endorsement);
    assertThat(node.pre().duplicates()).as("the same from another sharer").isEqualTo(1);
  }
}
