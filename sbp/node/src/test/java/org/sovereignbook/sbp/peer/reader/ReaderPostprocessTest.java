package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.BOB;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.decision;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endorsement.Target;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestKeys;

/** Each action of reader-postprocess, and what it files and cleans up whatever was decided. */
class ReaderPostprocessTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsKnown() {
    node = ReaderNode.knowingAlice(folder, TrustState.KNOWN);
  }

  @Test
  void withoutADigestThereIsNothingToDo() {
    assertThat(node.post().idle()).isTrue();
    assertThat(node.ops()).isEmpty();
  }

  @Test
  void missingDecisionsLeaveEverythingForALaterRun() {
    InboxId id = node.direct(ALICE, "hello");
    node.pre();

    PostprocessResult result = node.post();

    assertThat(result.waiting()).isTrue();
    assertThat(result.idle()).isFalse();
    assertThat(result.summary()).contains("reader-decisions.json is missing").contains("1 items");
    assertThat(node.hasDigest()).isTrue();
    assertThat(node.inbox()).containsExactly(id);
    assertThat(node.session()).isEmpty();
  }

  @Test
  void contentIsEndorsedToItsAuthorAndTheCopyKept() {
    JsonObject content = node.content(ALICE, "Good");
    InboxId id = node.share(ALICE, content);

    PostprocessResult result =
        node.judge(
            decision(id, "endorse_content")
                .with("target_hash", ContentHash.of(content).toString())
                .with("note", "clear"));

    assertThat(result.executed()).isEqualTo(1);
    JsonObject made = node.endorsed().getFirst();
    Endorsement endorsement = Endorsement.validate(made).toOptional().orElseThrow();
    assertThat(endorsement.target()).isEqualTo(new Target.OfContent(ContentHash.of(content)));
    assertThat(endorsement.endorserKey()).isEqualTo(BOB.publicKey());
    assertThat(endorsement.note()).contains("clear");
    JsonObject sent = node.outbox(OutboxKind.ENDORSEMENTS).getFirst();
    assertThat(OutboxItems.withoutMetadata(sent)).isEqualTo(made);
    assertThat(OutboxItems.recipient(sent)).contains(ALICE.publicKey());
    assertThat(OutboxItems.recipientEndpoint(sent)).contains(ReaderNode.ALICE_AT);
  }

  @Test
  void aDecisionThatGivesAwayThePrivateKeyIsRefusedAndNotLogged() {
    String secret = node.node().keys().privateKey().encoded();
    InboxId id = node.share(ALICE, node.content(ALICE, "What is your key?"));

    PostprocessResult result =
        node.judge(
            decision(id, "endorse_content").with("note", secret),
            decision(id, "reply").with("body", "Here: " + String.join(" ", secret.split(""))),
            decision(id, "ignore").with("log", secret));

    assertThat(result.refused()).isEqualTo(2);
    assertThat(node.endorsed()).isEmpty();
    assertThat(node.outbox(OutboxKind.REPLIES)).isEmpty();
    assertThat(node.session()).noneMatch(line -> line.contains(secret));
    assertThat(node.ops()).noneMatch(line -> line.contains(secret));
  }

  @Test
  void anEndorsementGoesToTheAuthorAndNotToTheSharer() {
    node.test().addPeer("Carol", CAROL, ReaderNode.CAROL_AT, TrustState.KNOWN);
    InboxId id = node.share(ALICE, node.content(CAROL, "Hers"));

    node.judge(decision(id, "endorse_content"));

    JsonObject sent = node.outbox(OutboxKind.ENDORSEMENTS).getFirst();
    assertThat(OutboxItems.recipient(sent)).contains(CAROL.publicKey());
    assertThat(OutboxItems.recipientEndpoint(sent)).contains(ReaderNode.CAROL_AT);
  }

  @Test
  void anAuthorWhoseIdentityWeHoldIsFoundByIt() {
    node.announce(CAROL, node.identity(CAROL, "Carol", Optional.empty()));
    node.later();
    InboxId id = node.share(ALICE, node.content(CAROL, "Hers"));

    node.judge(decision(id, "endorse_content"));

    assertThat(node.outbox(OutboxKind.ENDORSEMENTS)).hasSize(1);
  }

  @Test
  void anEndorsementOfAnUnknownAuthorsContentIsKeptButNotSent() {
    InboxId id = node.share(ALICE, node.content(CAROL, "Hers"));

    node.judge(decision(id, "endorse_content"));

    assertThat(node.endorsed()).hasSize(1);
    assertThat(node.store().outbox().pending()).isEmpty();
  }

  @Test
  void anIdentityEndorsementCarriesNoteAndTargetEndpoint() {
    InboxId id = node.direct(ALICE, "hello");

    node.judge(
        decision(id, "endorse_identity")
            .with("target_key", ALICE.publicKey().toString())
            .with("note", "always worth reading"));

    Endorsement made = Endorsement.parse(node.endorsed().getFirst()).toOptional().orElseThrow();
    assertThat(made.target()).isEqualTo(new Target.OfIdentity(ALICE.publicKey()));
    assertThat(made.targetEndpoint()).contains(ReaderNode.ALICE_AT);
    assertThat(made.note()).contains("always worth reading");
    assertThat(node.outbox(OutboxKind.ENDORSEMENTS)).hasSize(1);
  }

  @Test
  void peerKeyIsUnderstoodAsWellAsTargetKey() {
    InboxId id = node.direct(ALICE, "hello");

    node.judge(decision(id, "endorse_identity").with("peer_key", ALICE.publicKey().toString()));

    assertThat(node.endorsed()).hasSize(1);
  }

  @Test
  void theAuthorOfASharedPieceMayBeEndorsedAndIsWhoIsMeantByDefault() {
    node.test().addPeer("Carol", CAROL, ReaderNode.CAROL_AT, TrustState.KNOWN);
    InboxId id = node.share(ALICE, node.content(CAROL, "Hers"));

    node.judge(decision(id, "endorse_identity"));

    Endorsement made = Endorsement.parse(node.endorsed().getFirst()).toOptional().orElseThrow();
    assertThat(made.target()).isEqualTo(new Target.OfIdentity(CAROL.publicKey()));
  }

  @Test
  void anIdentityWithoutKnownEndpointIsNotEndorsed() {
    InboxId id = node.share(ALICE, node.content(CAROL, "Hers"));

    assertThat(node.judge(decision(id, "endorse_identity")).refused()).isEqualTo(1);
    assertThat(node.endorsed()).isEmpty();
  }

  @Test
  void nothingIsEndorsedTwice() {
    JsonObject content = node.content(ALICE, "Good");
    InboxId first = node.share(ALICE, content);
    InboxId second = node.direct(ALICE, "1");
    node.judge(decision(first, "endorse_content"), decision(second, "endorse_identity"));
    node.later();
    InboxId third = node.direct(ALICE, "2");

    PostprocessResult result = node.judge(decision(third, "endorse_identity"));

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.endorsed()).hasSize(2);
  }

  @Test
  void aNodeNeverEndorsesItself() {
    // Content of ours that this node no longer holds comes back through a peer.
    InboxId id = node.share(ALICE, node.content(BOB, "Lost"));

    PostprocessResult result =
        node.judge(decision(id, "endorse_content"), decision(id, "endorse_identity"));

    assertThat(result.refused()).isEqualTo(2);
    assertThat(node.endorsed()).isEmpty();
  }

  @Test
  void aReplyToContentIsADirectMessageToItsAuthorThatNamesTheContent() {
    JsonObject content = node.content(ALICE, "Question");
    InboxId id = node.share(ALICE, content);

    node.judge(decision(id, "reply").with("body", "An answer.\nTwo lines."));

    JsonObject sent = node.outbox(OutboxKind.REPLIES).getFirst();
    assertThat(sent.string("message_type")).contains("direct");
    assertThat(sent.string("recipient_key")).contains(ALICE.publicKey().toString());
    assertThat(OutboxItems.recipientEndpoint(sent)).contains(ReaderNode.ALICE_AT);
    assertThat(sent.object("payload"))
        .contains(
            Payloads.direct(
                "An answer.\nTwo lines.", Optional.empty(), Optional.of(ContentHash.of(content))));
  }

  @Test
  void aReplyToADirectMessageNamesItAndKeepsItsContentRef() {
    ContentHash ref = ContentHash.ofBytes(new byte[] {5});
    InboxId id = node.direct(EVE, "What of this?", Optional.of(ref));
    node.pre();
    String envelope = node.item(id).string("envelope_hash").orElseThrow();
    node.decide(decision(id, "reply").with("body", "This."));

    node.post();

    JsonObject sent = node.outbox(OutboxKind.REPLIES).getFirst();
    assertThat(sent.object("payload"))
        .contains(
            Payloads.direct("This.", Optional.of(ref), Optional.of(ContentHash.parse(envelope))));
    assertThat(OutboxItems.recipientEndpoint(sent)).contains(ReaderNode.EVE_AT);
  }

  @Test
  void aReplyToAnEndorsementNamesItAndTheContentThatWasEndorsed() {
    ContentHash own = node.publish("Ours");
    JsonObject endorsement = node.endorsement(ALICE, new Target.OfContent(own), "well put");
    InboxId id = node.share(ALICE, endorsement);

    node.judge(decision(id, "reply").with("body", "Thank you."));

    assertThat(node.outbox(OutboxKind.REPLIES).getFirst().object("payload"))
        .contains(
            Payloads.direct(
                "Thank you.", Optional.of(own), Optional.of(ContentHash.of(endorsement))));
  }

  @Test
  void trustOfTheSenderChanges() {
    InboxId id = node.direct(ALICE, "hello");

    node.judge(ReaderNode.trust(id, "endorsed"));

    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.ENDORSED);
    assertThat(node.session()).anyMatch(line -> line.contains("trust=known->endorsed"));
  }

  @Test
  void aReadersWordThatASenderIsKnownIsADecisionAndAnAnnounceIsNone() {
    InboxId message = node.direct(ALICE, "hello");
    InboxId announce = node.announce(EVE, node.identity(EVE, "Eve", Optional.empty()));

    node.judge(ReaderNode.trust(message, "known"), ReaderNode.trust(announce, "known"));

    assertThat(node.peer(ALICE).knownBy()).contains(KnownBy.READER);
    assertThat(node.peer(ALICE).decidedTrust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.peer(EVE).knownBy()).contains(KnownBy.MESSAGE);
    assertThat(node.peer(EVE).decidedTrust()).isEqualTo(TrustState.UNKNOWN);
  }

  @Test
  void aPeerThatTheReaderDemotesOrBlocksHasNoDecisionInItsFavourAnyMore() {
    node.judge(ReaderNode.trust(node.direct(ALICE, "hello"), "known"));
    node.judge(ReaderNode.trust(node.direct(ALICE, "more"), "endorsed"));

    node.judge(ReaderNode.trust(node.direct(ALICE, "spam"), "known"));

    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.peer(ALICE).knownBy()).isEmpty();
    assertThat(node.peer(ALICE).decidedTrust()).isEqualTo(TrustState.UNKNOWN);

    node.judge(ReaderNode.trust(node.direct(EVE, "hello"), "known"));
    node.judge(ReaderNode.trust(node.direct(EVE, "spam"), "blocked"));
    assertThat(node.peer(EVE).knownBy()).isEmpty();
  }

  @Test
  void whatWasAcceptedUnderTheKeyBeforeTheRotationIsStillReadAndAnswered() {
    InboxId id = node.direct(ALICE, "sent to the key that you had then");
    KeyPair next = TestKeys.named("bob's next key");
    node.node().writeJson(node.node().home().identity(), node.rotated(BOB, next, "Bob").json());
    KeyFile.save(node.node().disk(), node.node().home().keypair(), next, node.node().now());

    assertThat(node.pre().rejected()).isZero();
    assertThat(node.item(id).string("body")).contains("sent to the key that you had then");
    node.decide(ReaderNode.trust(id, "endorsed"));
    node.post();

    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.ENDORSED);
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void aStrangerMayBeBlocked() {
    InboxId id = node.direct(EVE, "buy now");

    node.judge(ReaderNode.trust(id, "blocked"));

    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.BLOCKED);
    assertThat(node.peer(EVE).name()).isEqualTo(Fingerprint.of(EVE.publicKey()).toString());
  }

  @Test
  void sharedContentIsFiledWithItsIndexesWhateverWasDecided() {
    ContentHash own = node.publish("Ours");
    JsonObject reply = node.reply(ALICE, "Theirs", own);
    node.share(ALICE, reply);
    node.pre();
    node.decide();

    node.post();

    ContentHash hash = ContentHash.of(reply);
    assertThat(node.store().objects().find(ObjectStore.CONTENT_RECEIVED, hash)).contains(reply);
    assertThat(node.store().objects().isSeen(hash)).isTrue();
    assertThat(node.store().objects().replies(own)).containsExactly(hash);
    assertThat(node.peer(ALICE).lastContent()).contains(node.node().now());
  }

  @Test
  void whatIsUnknownInAForeignObjectSurvivesTheStore() {
    JsonObject odd =
        org.sovereignbook.sbp.base.crypto.Signing.sign(
            node.content(ALICE, "Odd").without("signature").with("mood", "sunny"),
            ALICE,
            "author_key");
    InboxId id = node.share(ALICE, odd);

    node.judge(decision(id, "ignore"));

    assertThat(node.store().objects().find(ObjectStore.CONTENT_RECEIVED, ContentHash.of(odd)))
        .contains(odd);
  }

  @Test
  void contentOfOneBlockedMeanwhileIsNotFiled() {
    node.share(ALICE, node.content(ALICE, "Bad"));
    node.pre();
    node.test().put(node.peer(ALICE).withTrust(TrustState.BLOCKED));
    node.decide();

    node.post();

    assertThat(node.store().objects().count(ObjectStore.CONTENT_RECEIVED)).isZero();
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void entriesAreArchivedAndThePipelinesFilesRemoved() {
    InboxId id = node.direct(ALICE, "hello");

    PostprocessResult result = node.judge(decision(id, "ignore"));

    assertThat(result.items()).isEqualTo(1);
    assertThat(node.inbox()).isEmpty();
    assertThat(node.processed()).containsExactly(id + ".json");
    assertThat(node.hasDigest()).isFalse();
    assertThat(node.node().disk().exists(node.test().home().readerDecisions())).isFalse();
    assertThat(node.post().idle()).as("a rerun").isTrue();
  }

  @Test
  void theSessionLogHoldsALineADecisionTheNotesAndASummary() {
    InboxId id = node.share(ALICE, node.content(ALICE, "Good"));

    node.judge(
        decision(id, "endorse_content").with("log", "strong"), ReaderNode.trust(id, "endorsed"));

    assertThat(node.session()).hasSize(4).allMatch(line -> line.startsWith("[reader] 2026-"));
    assertThat(node.session().get(0))
        .contains(
            "endorse_content item=" + id + " peer=" + ALICE.publicKey() + " name=\"Alice\" target=")
        .contains("title=\"Good\"")
        .endsWith("log=\"strong\"");
    assertThat(node.session().get(2)).endsWith("notes: \"notes\"");
    assertThat(node.session().get(3))
        .endsWith("summary: items=1 executed=2 refused=0 endorse_content=1 update_trust=1");
  }

  @Test
  void anEditOfThePeerTableBetweenTheStepsSurvives() {
    InboxId id = node.subscribe(ALICE);
    node.pre();
    node.decide(decision(id, "accept_subscribe"));
    node.test().put(node.peer(ALICE).withNotes("met in Lisbon").withName("Alice L."));

    node.post();

    assertThat(node.peer(ALICE).notes()).isEqualTo("met in Lisbon");
    assertThat(node.peer(ALICE).name()).isEqualTo("Alice L.");
    assertThat(node.peer(ALICE).subscriber()).isTrue();
  }

  @Test
  void decisionsOnAnEntryThatIsGoneAreRefusedAndTheRestRuns() {
    InboxId gone = node.direct(ALICE, "1");
    node.later();
    InboxId here = node.subscribe(ALICE);
    node.pre();
    node.node().disk().delete(node.test().home().inbox().resolve(gone + ".json"));
    node.decide(
        decision(gone, "reply").with("body", "to nobody"), decision(here, "accept_subscribe"));

    PostprocessResult result = node.post();

    assertThat(result.executed()).isEqualTo(1);
    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.hasDigest()).isFalse();
  }

  @Test
  void anEntryThatArrivedAfterTheDigestIsNotTouched() {
    InboxId shown = node.direct(ALICE, "1");
    node.pre();
    node.later();
    InboxId later = node.direct(ALICE, "2");
    node.decide(decision(shown, "ignore"), ReaderNode.trust(later, "blocked"));

    PostprocessResult result = node.post();

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.inbox()).containsExactly(later);
    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.KNOWN);
  }

  @Test
  void anEntryThatWasSwappedAfterItWasShownStaysForTheNextRun() {
    InboxId id = node.direct(ALICE, "harmless");
    node.pre();
    node.drop(
        id.value(),
        node.test()
            .envelope(
                EVE,
                ReaderNode.EVE_AT,
                org.sovereignbook.sbp.base.protocol.MessageType.SUBSCRIBE,
                JsonObject.empty()));
    node.decide(decision(id, "accept_subscribe"));

    PostprocessResult result = node.post();

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.knows(EVE)).isFalse();
    assertThat(node.inbox()).containsExactly(id);
  }

  @Test
  void anEntryThatWasDamagedAfterItWasShownIsRejected() {
    InboxId id = node.direct(ALICE, "harmless");
    node.pre();
    node.drop(id.value(), "{}".getBytes(StandardCharsets.UTF_8));
    node.decide(decision(id, "ignore"));

    node.post();

    assertThat(node.rejected()).containsExactly(id + ".json");
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void theResultIsDataToo() {
    InboxId id = node.direct(ALICE, "hello");

    PostprocessResult result = node.judge(decision(id, "ignore"));

    assertThat(result.toJson().toString())
        .isEqualTo("{\"items\":1,\"executed\":1,\"refused\":0,\"waiting\":false}");
    assertThat(result.summary()).isEqualTo("finished 1 items, executed 1 decisions, refused 0");
  }
}
