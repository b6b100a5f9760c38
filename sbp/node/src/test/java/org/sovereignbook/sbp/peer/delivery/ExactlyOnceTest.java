package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.peer.network.OwnIdentity;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;

/** Each recipient gets each item once: never twice, and never two items as one. */
class ExactlyOnceTest {
  private static final Duration QUARTER = Duration.ofMinutes(15);

  @TempDir private Path folder;
  private World world;
  private Peer ann;

  @BeforeEach
  void makeWorld() {
    world = World.in(folder);
    ann = world.peer("ann");
  }

  @Test
  void afterATimeOutTheSameEnvelopeIsSentAgain() throws Exception {
    OutboxId id = world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.keepAndTimeOut());

    world.run();
    assertThat(world.item(id).string("_timestamp")).contains("2026-03-17T12:05:00Z");
    world.runAfter(QUARTER);

    assertThat(hashesSent()).hasSize(2).containsOnly(hashesSent().getFirst());
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(1);
    assertThat(world.sent()).containsExactly("hello");
  }

  @Test
  void afterATimeOutTheSameEnvelopeIsSentAgainAlsoFromAnotherEndpoint() throws Exception {
    OutboxId id = world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.keepAndTimeOut());
    world.run();

    var _ =
        new OwnIdentity(world.node().node(), world.node().store())
            .set(Map.of("endpoint", "https://elsewhere.example"));
    world.runAfter(QUARTER);
    world.direct("again", ann);
    world.run();

    assertThat(world.node().store().outbox().read(id)).isEmpty();
    assertThat(world.peers().keptBy(ann.publicKey()))
        .filteredOn(it -> it.messageType() == MessageType.DIRECT)
        .extracting(it -> it.senderEndpoint().toString())
        .hasSize(2)
        .last()
        .isEqualTo("https://elsewhere.example");
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 504})
  void brokenServerOrProxyMayHaveTakenItSoTheSameEnvelopeIsSentAgain(int status) throws Exception {
    world.direct("hello", ann);
    world
        .peers()
        .next(
            ann.endpoint(),
            keep -> {
              keep.run();
              return FakePeers.answer(status);
            });
    world.run();
    world.runAfter(QUARTER);
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 503})
  void afterAnAnswerThatNothingWasTakenTheRetryIsAFreshEnvelope(int status) throws Exception {
    OutboxId id = world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(status)));
    world.run();
    assertThat(world.item(id).has("_timestamp")).isFalse();
    world.runAfter(QUARTER);
    assertThat(world.peers().keptBy(ann.publicKey()))
        .extracting(envelope -> envelope.timestamp().toString())
        .containsExactly("2026-03-17T12:20:00Z");
  }

  @Test
  void unreachablePeerTookNothingSoTheRetryIsAFreshEnvelope() throws Exception {
    world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(new PeerReply.Unreachable("down", false)));
    world.run();
    world.runAfter(QUARTER);
    assertThat(hashesSent()).doesNotHaveDuplicates().hasSize(2);
  }

  @Test
  void envelopeThatIsAlmostTwoDaysOldIsNotRepeatedAsReceiversWouldSoonRefuseIt() throws Exception {
    world.direct("hello", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(new PeerReply.Unknown("no answer")));
    world.run();
    world.runAfter(Duration.ofHours(47));
    assertThat(world.peers().keptBy(ann.publicKey()))
        .extracting(Envelope::timestamp)
        .containsExactly(world.node().node().now());
  }

  @Test
  void aPeerThatIsDownAfterATimeOutMayStillHaveTakenItBefore() throws Exception {
    world.direct("hello", ann);
    world
        .peers()
        .next(
            ann.endpoint(),
            FakePeers.keepAndTimeOut(),
            FakePeers.reply(new PeerReply.Unreachable("connection refused", false)));

    world.run();
    world.runAfter(QUARTER);
    world.runAfter(Duration.ofHours(1));

    assertThat(hashesSent()).hasSize(3).containsOnly(hashesSent().getFirst());
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(1);
  }

  @Test
  void fanOutRepeatsTheEnvelopeOfEachRecipientInDoubt() throws Exception {
    Peer ben = world.subscriber("ben");
    world.subscriber("cay");
    OutboxId id = world.content("essay");
    world.peers().next(ben.endpoint(), FakePeers.keepAndTimeOut());

    world.run();
    assertThat(World.state(world.item(id), ben.publicKey()).string("timestamp"))
        .contains("2026-03-17T12:05:00Z");
    world.runAfter(QUARTER);

    assertThat(world.peers().kept()).hasSize(2);
    assertThat(world.peers().requests(ben.endpoint())).hasSize(2);
  }

  @Test
  void equalMessagesToOnePeerInOneSecondStayDifferentMessages() throws Exception {
    for (int i = 0; i < 4; i++) {
      world.put(OutboxKind.REPLIES, "ping-" + i, World.directTo(ann, "ping"));
    }
    assertThat(world.run().delivered()).isEqualTo(4);
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(4);
  }

  @Test
  void equalMessagesInTwoRunsOfTheSameSecondStayDifferentMessages() throws Exception {
    for (int i = 0; i < 4; i++) {
      world.put(OutboxKind.REPLIES, "ping-" + i, World.directTo(ann, "ping"));
      world.run();
    }
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(4);
  }

  @Test
  void equalMessageBesideOneInDoubtStaysADifferentMessage() throws Exception {
    world.put(OutboxKind.REPLIES, "ping-a", World.directTo(ann, "ping"));
    world.peers().next(ann.endpoint(), FakePeers.keepAndTimeOut());
    world.run();
    world.put(OutboxKind.REPLIES, "ping-b", World.directTo(ann, "ping"));
    world.runNow();
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(2);
  }

  @Test
  void moreEqualMessagesThanTheClockMayRunAheadWaitForTheNextRun() throws Exception {
    int many = 305;
    IntStream.range(0, many)
        .forEach(i -> world.put(OutboxKind.REPLIES, "ping-" + i, World.directTo(ann, "ping")));

    DeliveryResult first = world.run();
    assertThat(first.delivered()).isEqualTo(301);
    assertThat(first.waiting()).isEqualTo(4);
    world.runAfter(QUARTER);

    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(many);
    assertThat(world.pending()).isEmpty();
  }

  @Test
  void clockThatWasSetBackDoesNotMakeEnvelopesOfTheFuture() throws Exception {
    world.direct("a", ann);
    world.run();
    world.node().clock().advance(Duration.ofMinutes(-9));
    world.direct("b", ann);
    world.run();
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(2);
  }

  @Test
  void interruptStoresWhatIsKnownAndLeavesTheRestInDoubt() throws Exception {
    Peer ben = world.peer("ben");
    OutboxId toAnn = world.direct("a", ann);
    OutboxId toBen = world.direct("b", ben);
    Thread running = Thread.currentThread();
    world
        .peers()
        .always(
            ben.endpoint(),
            keep -> {
              keep.run();
              running.interrupt();
              throw new CaughtInterrupt();
            });
    Delivery delivery =
        new Delivery(world.node().node(), world.store(), new InterruptibleClient(world.peers()));

    assertThatThrownBy(() -> delivery.run(false, Progress.NONE))
        .isInstanceOf(InterruptedException.class);

    assertThat(world.pending()).contains(toBen);
    assertThat(world.item(toBen).string("_timestamp")).isPresent();
    world.peers().always(ben.endpoint(), keep -> accept(keep));
    world.runNow();
    assertThat(world.peers().keptBy(ben.publicKey())).hasSize(1);
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(1);
    assertThat(world.pending()).doesNotContain(toAnn, toBen);
  }

  @Test
  void spoiltMemoryIsStartedAnewAndNothingIsLost() throws Exception {
    Path memory = world.node().home().operational().resolve("delivery-state.json");
    for (String spoilt : List.of("{", "[]", "{\"peers\":{\"x\":1}}", "{\"issued_until\":\"x\"}")) {
      world.node().node().writeText(memory, spoilt);
      world.put(OutboxKind.REPLIES, "item", World.directTo(ann, "about " + spoilt.length()));
      assertThat(world.run().delivered()).isEqualTo(1);
    }
    JsonObject written = world.node().node().readJson(memory).orElseThrow();
    assertThat(written.string("issued_until")).isPresent();
  }

  private List<ContentHash> hashesSent() {
    return world.peers().requests(ann.endpoint()).stream()
        .map(request -> ContentHash.of(request.envelope()))
        .toList();
  }

  private static PeerReply accept(Runnable keep) {
    keep.run();
    return FakePeers.answer(202);
  }

  private static final class CaughtInterrupt extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Ends a post the way a real client does when its thread is interrupted. */
  private record InterruptibleClient(FakePeers peers)
      implements org.sovereignbook.sbp.net.http.PeerClient {
    @Override
    public PeerReply get(org.sovereignbook.sbp.base.protocol.Endpoint endpoint, String path) {
      return peers.get(endpoint, path);
    }

    @Override
    public PeerReply post(org.sovereignbook.sbp.base.protocol.Endpoint endpoint, byte[] envelope)
        throws InterruptedException {
      try {
        return peers.post(endpoint, envelope);
      } catch (CaughtInterrupt e) {
        new java.util.concurrent.CountDownLatch(1).await();
        throw e;
      }
    }
  }
}
