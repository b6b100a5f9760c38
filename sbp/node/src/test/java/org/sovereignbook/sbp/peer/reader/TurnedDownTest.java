package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.CAROL;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/** A peer that refuses our subscribe is not marked as followed any longer. */
class TurnedDownTest {
  private static final String FIRST = "2026-03-17T10:00:00Z";
  private static final String SECOND = "2026-03-17T11:00:00Z";

  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsFollowed() {
    node = ReaderNode.knowingAlice(folder, TrustState.ENDORSED);
    PeerTable before = node.store().peers();
    PeerTable after = before.update(ALICE.publicKey(), peer -> peer.withSubscribed(true));
    node.store().commit(new ChangeSet().addAll(after.changes(before)));
  }

  @Test
  void aRejectedSubscribeEndsTheSubscription() {
    ContentHash sent = subscribeSent(FIRST);

    answer(ALICE, sent, Payload.AckStatus.REJECTED);

    assertThat(isFollowed()).isFalse();
    assertThat(node.ops())
        .anyMatch(line -> line.contains("ack rejected") && line.contains("capacity-exceeded"))
        .anyMatch(line -> line.endsWith("turned down: no longer following \"Alice\""));
  }

  @Test
  void anAcceptedSubscribeChangesNothingForWhomWeFollow() {
    answer(ALICE, subscribeSent(FIRST), Payload.AckStatus.ACCEPTED);

    assertThat(isFollowed()).isTrue();
  }

  @Test
  void whoWasAskedIsFollowedFromItsAcceptingAckOn() {
    asked();

    answer(ALICE, subscribeSent(FIRST), Payload.AckStatus.ACCEPTED);

    assertThat(isFollowed()).isTrue();
    assertThat(SubscriptionRequest.of(node.store(), ALICE.publicKey())).isEmpty();
    assertThat(node.ops()).anyMatch(line -> line.endsWith("accepted: following \"Alice\""));
  }

  @Test
  void whoWasAskedAndRejectsIsRememberedForIt() {
    asked();

    answer(ALICE, subscribeSent(FIRST), Payload.AckStatus.REJECTED);

    assertThat(isFollowed()).isFalse();
    assertThat(SubscriptionRequest.of(node.store(), ALICE.publicKey()))
        .map(SubscriptionRequest::state)
        .contains(SubscriptionRequest.State.REJECTED);
  }

  @Test
  void whoWasAskedAndSendsItsOwnContentHasAgreedWithoutAnAck() {
    asked();
    node.share(ALICE, node.content(ALICE, "Hers"));

    node.pre();

    assertThat(isFollowed()).isTrue();
    assertThat(SubscriptionRequest.of(node.store(), ALICE.publicKey())).isEmpty();
  }

  @Test
  void aPeerThatTheReaderBlocksIsToldThatWeNoLongerFollowIt() {
    InboxId id = node.direct(ALICE, "buy this");

    node.judge(ReaderNode.decision(id, "update_trust").with("new_trust", "blocked"));

    assertThat(isFollowed()).isFalse();
    assertThat(node.outbox(OutboxKind.NETWORK))
        .extracting(item -> item.string("message_type").orElse(""))
        .contains("unsubscribe");
  }

  @Test
  void aRejectionOfSomethingElseChangesNothing() {
    subscribeSent(FIRST);

    answer(ALICE, ContentHash.ofBytes(new byte[] {1}), Payload.AckStatus.REJECTED);

    assertThat(isFollowed()).isTrue();
  }

  @Test
  void nobodyElseCanEndIt() {
    answer(CAROL, subscribeSent(FIRST), Payload.AckStatus.REJECTED);

    assertThat(isFollowed()).isTrue();
  }

  @Test
  void aLateRejectionOfAnEarlierSubscribeChangesNothing() {
    ContentHash earlier = subscribeSent(FIRST);
    subscribeSent(SECOND);

    answer(ALICE, earlier, Payload.AckStatus.REJECTED);

    assertThat(isFollowed()).isTrue();
  }

  @Test
  void aSubscribeThatAClockSentThatWasAheadIsNotTheLatestForEver() {
    asked();
    subscribeSent("2026-04-03T10:00:00Z");

    answer(ALICE, subscribeSent(SECOND), Payload.AckStatus.ACCEPTED);

    assertThat(isFollowed()).isTrue();
  }

  @Test
  void whileAnotherSubscribeWaitsTheEarlierRejectionChangesNothing() {
    ContentHash sent = subscribeSent(FIRST);
    node.store().commit(new ChangeSet().add(Outbox.put(id("again"), item())));

    answer(ALICE, sent, Payload.AckStatus.REJECTED);

    assertThat(isFollowed()).isTrue();
  }

  @Test
  void aBrokenFileInSentHoldsNothingUp() {
    ContentHash sent = subscribeSent(FIRST);
    Path day = node.node().home().sent().resolve("2026-03-17");
    node.node().writeText(day.resolve("subscribe-broken.json"), "{");

    answer(ALICE, sent, Payload.AckStatus.REJECTED);

    assertThat(isFollowed()).isFalse();
  }

  /** We asked Alice and have no answer yet. */
  private void asked() {
    PeerTable before = node.store().peers();
    PeerTable after = before.update(ALICE.publicKey(), peer -> peer.withSubscribed(false));
    node.store()
        .commit(
            new ChangeSet()
                .addAll(after.changes(before))
                .add(SubscriptionRequest.requested(ALICE.publicKey(), node.node().now())));
  }

  private void answer(KeyPair sender, ContentHash ref, Payload.AckStatus status) {
    Optional<String> reason = Optional.of("capacity-exceeded");
    node.receive(sender, ReaderNode.at(sender), MessageType.ACK, Payloads.ack(ref, status, reason));
    node.pre();
  }

  /** As deliver leaves it; gives the hash of the envelope that went out. */
  private ContentHash subscribeSent(String time) {
    ContentHash envelope = ContentHash.ofBytes(time.getBytes(StandardCharsets.UTF_8));
    JsonObject sent = item().with("_timestamp", time).with("_envelope_hash", envelope.toString());
    node.store()
        .commit(
            new ChangeSet()
                .add(Outbox.put(id("first"), item()))
                .add(Outbox.sent(id("first"), sent, Timestamp.parse(time))));
    return envelope;
  }

  private static OutboxId id(String suffix) {
    return new OutboxId(OutboxKind.NETWORK, "subscribe-" + suffix);
  }

  private static JsonObject item() {
    return OutboxItems.envelope(
        MessageType.SUBSCRIBE, JsonObject.empty(), ALICE.publicKey(), ReaderNode.ALICE_AT);
  }

  private boolean isFollowed() {
    return node.store().peers().find(ALICE.publicKey()).filter(Peer::subscribed).isPresent();
  }
}
