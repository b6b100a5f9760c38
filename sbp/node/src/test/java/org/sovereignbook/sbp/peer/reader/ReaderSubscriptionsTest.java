package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.ALICE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.EVE;
import static org.sovereignbook.sbp.peer.reader.ReaderNode.decision;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.OutboxKind;

/** Who follows, who stops following, and what each is told. */
class ReaderSubscriptionsTest {
  @TempDir private Path folder;
  private ReaderNode node;

  @BeforeEach
  void aliceIsKnown() {
    node = ReaderNode.knowingAlice(folder, TrustState.KNOWN);
  }

  @Test
  void anAcceptedSubscriberIsMarkedAndTold() {
    InboxId id = node.subscribe(ALICE);
    node.pre();
    ContentHash ref = ContentHash.parse(node.item(id).string("envelope_hash").orElseThrow());
    node.decide(decision(id, "accept_subscribe").with("peer_key", ALICE.publicKey().toString()));

    node.post();

    assertThat(node.peer(ALICE).subscriber()).isTrue();
    JsonObject sent = node.outbox(OutboxKind.NETWORK).getFirst();
    assertThat(sent.string("message_type")).contains("ack");
    assertThat(sent.object("payload"))
        .contains(Payloads.ack(ref, Payload.AckStatus.ACCEPTED, Optional.empty()));
  }

  @Test
  void aSubscriberThatIsNoPeerYetIsAddedAsKnown() {
    InboxId id = node.subscribe(EVE);

    node.judge(decision(id, "accept_subscribe"));

    assertThat(node.peer(EVE).subscriber()).isTrue();
    assertThat(node.peer(EVE).trust()).isEqualTo(TrustState.KNOWN);
    assertThat(node.peer(EVE).endpoint()).isEqualTo(ReaderNode.EVE_AT);
  }

  @Test
  void acceptingBeyondTheCapacityBecomesARejection() {
    node.test()
        .configure(
            JsonObject.builder()
                .put("network_config", JsonObject.builder().put("max_subscribers", 1).build())
                .build());
    InboxId first = node.subscribe(ALICE);
    node.later();
    InboxId second = node.subscribe(EVE);

    node.judge(decision(first, "accept_subscribe"), decision(second, "accept_subscribe"));

    assertThat(node.peer(ALICE).subscriber()).isTrue();
    assertThat(node.peer(EVE).subscriber()).isFalse();
    assertThat(node.outbox(OutboxKind.NETWORK))
        .extracting(sent -> sent.object("payload").orElseThrow().string("reason"))
        .containsExactlyInAnyOrder(Optional.empty(), Optional.of("capacity-exceeded"));
  }

  @Test
  void aRejectedSubscriberLearnsTheReason() {
    InboxId id = node.subscribe(ALICE);

    node.judge(decision(id, "reject_subscribe").with("reason", "not now"));

    assertThat(node.peer(ALICE).subscriber()).isFalse();
    JsonObject payload = node.outbox(OutboxKind.NETWORK).getFirst().object("payload").orElseThrow();
    assertThat(payload.string("status")).contains("rejected");
    assertThat(payload.string("reason")).contains("not now");
  }

  @Test
  void aReasonThatNoPeerWouldTakeIsRefused() {
    InboxId id = node.subscribe(ALICE);
    String tooLong = "x".repeat(Limits.MAX_NOTE_CHARACTERS + 1);

    node.judge(
        decision(id, "reject_subscribe").with("reason", tooLong),
        decision(id, "reject_subscribe").with("reason", "bell \u0007"));

    assertThat(node.outbox(OutboxKind.NETWORK)).isEmpty();
  }

  @Test
  void aRejectionWithoutReasonIsOneOfCapacity() {
    InboxId id = node.subscribe(ALICE);

    node.judge(decision(id, "reject_subscribe"));

    JsonObject payload = node.outbox(OutboxKind.NETWORK).getFirst().object("payload").orElseThrow();
    assertThat(payload.string("reason")).contains("capacity-exceeded");
  }

  @Test
  void aRequestIsAnsweredOnce() {
    InboxId id = node.subscribe(ALICE);

    PostprocessResult result =
        node.judge(decision(id, "accept_subscribe"), decision(id, "reject_subscribe"));

    assertThat(result.refused()).isEqualTo(1);
    assertThat(node.peer(ALICE).subscriber()).isTrue();
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(1);
  }

  @Test
  void anUnsubscriberIsUnmarkedAndTold() {
    node.test().put(node.peer(ALICE).withSubscriber(true));
    InboxId id = node.unsubscribe(ALICE);

    node.judge(decision(id, "accept_unsubscribe"));

    assertThat(node.peer(ALICE).subscriber()).isFalse();
    assertThat(node.outbox(OutboxKind.NETWORK)).hasSize(1);
  }
}
