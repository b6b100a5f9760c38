package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE_AT;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.decision;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestKeys;

/** Announces: identity documents checked and applied, then answered (IDENTITY §Rotation). */
class AnnounceTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsKnown() {
    node = ReaderNode.knowingAlice(folder, TrustState.ENDORSED);
  }

  @Test
  void anItemHasTheSeedsMembersInTheSeedsOrder() {
    InboxId id = node.announce(EVE, node.identity(EVE, "Eve", Optional.empty()));

    node.pre();

    JsonObject item = node.item(id);
    assertThat(item.members().sequencedKeySet())
        .startsWith(
            "id",
            "message_type",
            "sender_key",
            "sender_name",
            "sender_endpoint",
            "identity_valid",
            "already_known");
    assertThat(item.string("sender_name")).contains("Eve");
    assertThat(item.bool("identity_valid")).contains(true);
    assertThat(item.bool("already_known")).contains(false);
    assertThat(item.has("identity_problem")).isFalse();
  }

  @Test
  void anInvalidDocumentIsShownWithItsCodeAndNotApplied() {
    JsonObject forged =
        node.identity(ALICE, "Alice", Optional.empty()).json().with("name", "Mallory");
    InboxId id = node.announce(ALICE, forged);

    node.pre();

    assertThat(node.item(id).bool("identity_valid")).contains(false);
    assertThat(node.item(id).string("identity_problem")).contains("invalid-signature");
    assertThat(node.item(id).bool("already_known")).contains(true);
    assertThat(node.peer(ALICE).name()).isEqualTo("Alice");
  }

  @Test
  void aKnownPeersNewNameAndEndpointAreTakenOver() {
    Endpoint moved = Endpoint.parse("https://new.example.com");
    node.announce(
        ALICE,
        IdentityDocument.create(
            ALICE,
            new IdentityDocument.Claims("Alice II", moved, Optional.empty(), Optional.empty()),
            node.node().now()));

    node.pre();

    assertThat(node.peer(ALICE).name()).isEqualTo("Alice II");
    assertThat(node.peer(ALICE).endpoint()).isEqualTo(moved);
    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.ENDORSED);
  }

  @Test
  void aCommittedKeyTakesOverTheRowAndItIsLogged() {
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.of(CAROL)));
    node.later();
    InboxId id = node.announce(CAROL, node.rotated(ALICE, CAROL, "Alice"));

    node.pre();

    assertThat(node.knows(ALICE)).isFalse();
    assertThat(node.peer(CAROL).trust()).isEqualTo(TrustState.ENDORSED);
    assertThat(node.item(id).bool("identity_valid")).contains(true);
    assertThat(node.ops()).filteredOn(line -> line.contains("key rotation")).hasSize(1);
  }

  @Test
  void anUncommittedKeyIsNotValidEvenWhenTheCommitmentCameInTheSameRun() {
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.of(CAROL)));
    node.later();
    InboxId id = node.announce(EVE, node.rotated(ALICE, EVE, "Alice"));

    node.pre();

    assertThat(node.item(id).bool("identity_valid")).contains(false);
    assertThat(node.item(id).string("identity_problem")).contains("commitment-mismatch");
    assertThat(node.knows(ALICE)).isTrue();
    assertThat(node.knows(EVE)).isFalse();
  }

  @Test
  void aThiefOfTheKeyCannotSignTheCommitmentAwayAndTheOperatorIsTold() {
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.of(CAROL)));
    node.later();
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.empty()));
    node.later();
    InboxId theft = node.announce(EVE, node.rotated(ALICE, EVE, "Alice"));
    node.later();
    InboxId owner = node.announce(CAROL, node.rotated(ALICE, CAROL, "Alice"));

    node.pre();

    assertThat(node.item(theft).string("identity_problem")).contains("commitment-mismatch");
    assertThat(node.item(owner).bool("identity_valid")).contains(true);
    assertThat(node.peer(CAROL).trust()).isEqualTo(TrustState.ENDORSED);
    assertThat(node.ops())
        .filteredOn(line -> line.contains("refused an identity document"))
        .hasSize(2)
        .anyMatch(line -> line.contains("commitment-changed"))
        .allMatch(line -> line.contains("ask its owner"));
  }

  @Test
  void aRetiredKeyDoesNotComeBack() {
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.of(CAROL)));
    node.later();
    JsonObject before =
        JsonObject.builder()
            .put("identity", node.identity(ALICE, "Alice before", Optional.empty()).json())
            .build();
    byte[] late = node.test().envelope(ALICE, ReaderNode.ALICE_AT, MessageType.ANNOUNCE, before);
    node.announce(CAROL, node.rotated(ALICE, CAROL, "Alice"));
    node.later();
    node.drop("2026-03-17T120502Z-0000", late);
    InboxId id = node.announce(ALICE, node.identity(ALICE, "Alice again", Optional.empty()));

    node.pre();

    assertThat(node.item(id).string("identity_problem")).contains("retired-key");
    assertThat(node.peer(CAROL).name()).isEqualTo("Alice");
    assertThat(node.ops())
        .filteredOn(line -> line.contains("refused an identity document"))
        .singleElement()
        .asString()
        .contains("retired-key");
  }

  @Test
  void aBlockedPeerDoesNotEscapeByANewKey() {
    node.test().put(node.peer(ALICE).withTrust(TrustState.BLOCKED));
    node.announce(CAROL, node.rotated(ALICE, CAROL, "Not Alice"));

    PreprocessResult result = node.pre();

    assertThat(result.idle()).isTrue();
    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.BLOCKED);
    assertThat(node.peer(CAROL).trust()).isEqualTo(TrustState.BLOCKED);
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void aSubscribeFromBeforeARotationGivesTheNewKeyTheSeat() {
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.of(CAROL)));
    InboxId id = node.subscribe(ALICE);
    node.later();
    node.announce(CAROL, node.rotated(ALICE, CAROL, "Alice"));

    node.judge(decision(id, "accept_subscribe"));

    assertThat(node.knows(ALICE)).isFalse();
    assertThat(node.peer(CAROL).subscriber()).isTrue();
    assertThat(node.outbox(OutboxKind.NETWORK))
        .singleElement()
        .extracting(item -> OutboxItems.recipient(item).orElseThrow())
        .isEqualTo(CAROL.publicKey());
  }

  @Test
  void aRetiredKeyIsGivenNothingForWhatItWroteAfterItsRotation() {
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.of(CAROL)));
    node.announce(CAROL, node.rotated(ALICE, CAROL, "Alice"));
    node.later();
    InboxId id = node.subscribe(ALICE);

    PostprocessResult result = node.judge(decision(id, "accept_subscribe"));

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.knows(ALICE)).isFalse();
    assertThat(node.peer(CAROL).subscriber()).isFalse();
  }

  @Test
  void aKeyIsRetiredAlsoAfterASecondRotation() {
    KeyPair third = TestKeys.named("third");
    node.announce(ALICE, node.identity(ALICE, "Alice", Optional.of(CAROL)));
    node.later();
    node.announce(
        CAROL,
        IdentityDocument.rotate(
            ALICE,
            CAROL,
            new IdentityDocument.Claims(
                "Alice", ReaderNode.ALICE_AT, Optional.empty(), Optional.of(third.publicKey())),
            node.node().now()));
    node.later();
    node.announce(third, node.rotated(CAROL, third, "Alice"));
    node.pre();

    assertThat(node.peer(third).name()).isEqualTo("Alice");
    assertThat(node.store().peerIdentity(ALICE.publicKey()))
        .map(IdentityDocument::publicKey)
        .contains(third.publicKey());
  }

  @Test
  void anOlderDocumentIsValidButUndoesNothing() {
    IdentityDocument old = node.identity(ALICE, "Old Alice", Optional.empty());
    node.later();
    node.announce(ALICE, node.identity(ALICE, "New Alice", Optional.empty()));
    node.later();
    InboxId id = node.announce(ALICE, old);

    node.pre();

    assertThat(node.item(id).bool("identity_valid")).contains(true);
    assertThat(node.peer(ALICE).name()).isEqualTo("New Alice");
    assertThat(node.store().peerIdentity(ALICE.publicKey()).orElseThrow().name())
        .isEqualTo("New Alice");
  }

  @Test
  void reciprocatingAddsThePeerAsKnownAndSendsOurAnnounce() {
    InboxId id = node.announce(EVE, node.identity(EVE, "Eve", Optional.empty()));

    PostprocessResult result = node.judge(decision(id, "reciprocate_announce"));

    assertThat(result.executed()).isEqualTo(1);
    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.peer(EVE).name()).isEqualTo("Eve");
    assertThat(node.peer(EVE).lastContact()).isPresent();
    assertThat(node.store().peerIdentity(EVE.publicKey())).isPresent();
    JsonObject sent = node.outbox(OutboxKind.NETWORK).getFirst();
    assertThat(sent.string("message_type")).contains("announce");
    assertThat(sent.string("_recipient_endpoint")).contains(ReaderNode.EVE_AT.toString());
    assertThat(sent.object("payload")).contains(Payloads.announce(node.node().identity()));
  }

  @Test
  void ofManyKeysAtOneHostOneIsAnsweredADay() {
    for (int i = 0; i < 20; i++) {
      KeyPair key = TestKeys.named("key " + i);
      InboxId id = announceFrom(key, "https://victim.example.com:" + (8000 + i) + "/" + i);
      node.judge(decision(id, "reciprocate_announce"));
      node.later();
    }
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(1);

    node.test().clock().advance(Duration.ofDays(1));
    node.judge(
        decision(
            announceFrom(TestKeys.named("another"), "https://VICTIM.example.com."),
            "reciprocate_announce"));
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(2);
  }

  @Test
  void soManyStrangersAreAnsweredInAnHourAndFriendsBesides() {
    node.test()
        .configure(
            JsonObject.builder()
                .put("reader", JsonObject.builder().put("max_announce_answers_per_hour", 3).build())
                .build());
    for (int i = 0; i < 5; i++) {
      InboxId id = announceFrom(TestKeys.named("key " + i), "https://h" + i + ".example.com");
      node.judge(decision(id, "reciprocate_announce"));
    }
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(3);
    InboxId friend = node.announce(ALICE, node.identity(ALICE, "Alice", Optional.empty()));
    node.judge(decision(friend, "reciprocate_announce"));
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(4);

    node.test().clock().advance(Duration.ofHours(1));
    InboxId later = announceFrom(TestKeys.named("later"), "https://later.example.com");
    node.judge(decision(later, "reciprocate_announce"));
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(5);
  }

  private InboxId announceFrom(KeyPair key, String endpoint) {
    Endpoint at = Endpoint.parse(endpoint);
    IdentityDocument document =
        IdentityDocument.create(
            key,
            new IdentityDocument.Claims("One", at, Optional.empty(), Optional.empty()),
            node.node().now());
    return node.receive(key, at, MessageType.ANNOUNCE, Payloads.announce(document));
  }

  @Test
  void aFollowingDecisionOnTrustDecidesTheNewPeersTrust() {
    InboxId id = node.announce(EVE, node.identity(EVE, "Eve", Optional.empty()));

    node.judge(decision(id, "reciprocate_announce"), ReaderNode.trust(id, "endorsed"));

    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.ENDORSED);
  }

  @Test
  void reciprocatingKeepsAKnownPeersTrust() {
    InboxId id = node.announce(ALICE, node.identity(ALICE, "Alice", Optional.empty()));

    node.judge(decision(id, "reciprocate_announce"));

    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.ENDORSED);
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(1);
  }

  @Test
  void anInvalidIdentityIsNeverReciprocatedEndorsedOrTrusted() {
    JsonObject forged = node.identity(EVE, "Eve", Optional.empty()).json().with("name", "E");
    InboxId id = node.announce(EVE, forged);

    PostprocessResult result =
        node.judge(
            decision(id, "reciprocate_announce"),
            decision(id, "endorse_identity"),
            ReaderNode.trust(id, "known"));

    assertThat(result.refused()).isEqualTo(3);
    assertThat(node.knows(EVE)).isFalse();
    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(node.inbox()).isEmpty();
  }

  @Test
  void anInvalidIdentityMayGetItsSenderBlocked() {
    JsonObject forged = node.identity(EVE, "Eve", Optional.empty()).json().with("name", "E");
    InboxId id = node.announce(EVE, forged);

    node.judge(ReaderNode.trust(id, "blocked"));

    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void aPeerThatWasBlockedMeanwhileIsNotReciprocated() {
    InboxId id = node.announce(ALICE, node.identity(ALICE, "Alice", Optional.empty()));
    node.pre();
    node.test().put(node.peer(ALICE).withTrust(TrustState.BLOCKED));
    node.decide(decision(id, "reciprocate_announce"));

    assertThat(node.post().refused()).isEqualTo(1);
    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(node.peer(ALICE).trust()).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void twoPoliteNodesDoNotAnswerEachOthersAnnouncesForEver() {
    node.judge(
        decision(
            node.announce(ALICE, node.identity(ALICE, "Alice", Optional.empty())),
            "reciprocate_announce"));
    node.later();
    PostprocessResult second =
        node.judge(
            decision(
                node.announce(ALICE, node.identity(ALICE, "Alice", Optional.empty())),
                "reciprocate_announce"));
    node.test().clock().advance(Duration.ofDays(1));
    PostprocessResult dayAfter =
        node.judge(
            decision(
                node.announce(ALICE, node.identity(ALICE, "Alice", Optional.empty())),
                "reciprocate_announce"));

    assertThat(second.refused()).isEqualTo(1);
    assertThat(dayAfter.executed()).isEqualTo(1);
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(2);
    assertThat(ALICE_AT).isEqualTo(node.peer(ALICE).endpoint());
  }
}
