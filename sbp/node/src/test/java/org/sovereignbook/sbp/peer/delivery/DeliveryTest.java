package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** IMPLEMENTATION §3.2, delivery script, steps 1 to 4. */
class DeliveryTest {
  @TempDir private Path folder;
  private World world;

  @BeforeEach
  void makeWorld() {
    world = World.in(folder);
  }

  @Test
  void emptyOutboxIsNothingToDo() throws Exception {
    DeliveryResult result = world.run();
    assertThat(result.idle()).isTrue();
    assertThat(world.log()).isEmpty();
  }

  @Test
  void contentGoesToEverySubscriberInItsOwnEnvelope() throws Exception {
    Peer ann = world.subscriber("ann");
    Peer ben = world.subscriber("ben");
    OutboxId id = world.content("essay");
    JsonObject content = world.item(id);

    DeliveryResult result = world.run();

    assertThat(result.delivered()).isEqualTo(2);
    assertThat(result.idle()).isFalse();
    for (Peer peer : List.of(ann, ben)) {
      Envelope envelope = world.peers().keptBy(peer.publicKey()).getFirst();
      assertThat(envelope.messageType()).isEqualTo(MessageType.SHARE);
      assertThat(envelope.senderKey()).isEqualTo(world.node().keys().publicKey());
      assertThat(envelope.senderEndpoint()).isEqualTo(TestNode.BOB_ENDPOINT);
      assertThat(envelope.json().object("payload")).contains(content);
      assertThat(world.peers().requests(peer.endpoint())).hasSize(1);
    }
    assertThat(world.pending()).isEmpty();
    assertThat(world.sent()).containsExactly("essay");
  }

  @Test
  void whoWeFollowIsNoSubscriberAndGetsNothing() throws Exception {
    Peer followed = world.peer("followed").withSubscribed(true);
    world.node().put(followed);
    world.subscriber("ann");
    world.content("essay");

    world.run();

    assertThat(world.peers().requests(followed.endpoint())).isEmpty();
    assertThat(world.peers().kept()).hasSize(1);
  }

  @Test
  void contentNeverGoesToThisNodeToItsAuthorOrToABlockedSubscriber() throws Exception {
    world.node().put(self().withSubscriber(true));
    Peer author = world.subscriber("author");
    world.node().put(world.subscriber("blocked").withTrust(TrustState.BLOCKED));
    Peer ann = world.subscriber("ann");
    world.put(
        OutboxKind.CONTENT,
        "theirs",
        world.node().content(TestKeys.named("author"), "Theirs", "By another"));

    world.run();

    assertThat(world.peers().requests())
        .extracting(FakePeers.Request::endpoint)
        .containsExactly(ann.endpoint());
    assertThat(world.peers().keptBy(author.publicKey())).isEmpty();
  }

  @Test
  void contentWithoutSubscribersIsArchivedAtOnce() throws Exception {
    world.content("essay");
    DeliveryResult result = world.run();
    assertThat(result.withoutSubscribers()).isEqualTo(1);
    assertThat(result.idle()).isFalse();
    assertThat(world.sent()).containsExactly("essay");
    assertThat(world.log().getLast()).contains("content/essay has no subscribers");
  }

  @Test
  void metadataNeverLeavesTheNode() throws Exception {
    Peer ann = world.subscriber("ann");
    world.put(
        OutboxKind.CONTENT,
        "essay",
        world.node().content(world.node().keys(), "Essay", "Text").with("_note", "mine"));
    JsonObject direct = World.directTo(ann, "hello");
    JsonObject payload = direct.object("payload").orElseThrow().with("_draft", 1);
    world.put(OutboxKind.REPLIES, "hello", direct.with("payload", payload).with("_note", "mine"));

    world.run();

    assertThat(world.peers().kept()).hasSize(2);
    assertThat(world.peers().requests())
        .allSatisfy(request -> assertThat(request.envelope().toString()).doesNotContain("\"_"))
        .allSatisfy(
            request ->
                assertThat(request.envelope().object("payload").orElseThrow().members().keySet())
                    .noneMatch(name -> name.startsWith("_")));
  }

  @Test
  void unsignedEnvelopeIsCompletedSignedAndSentToItsRecipient() throws Exception {
    Peer ann = world.peer("ann");
    world.direct("hello", ann);

    world.run();

    Envelope envelope = world.peers().keptBy(ann.publicKey()).getFirst();
    assertThat(envelope.payload())
        .isEqualTo(new Payload.Direct("Hello from hello", Optional.empty(), Optional.empty()));
    assertThat(envelope.timestamp()).isEqualTo(world.node().node().now());
    assertThat(world.sent()).containsExactly("hello");
    assertThat(world.sent("hello").string("_envelope_hash")).contains(envelope.hash().toString());
  }

  @Test
  void whatAnEnvelopeFileSaysAboutSenderTimeAndSignatureIsNotBelieved() throws Exception {
    Peer ann = world.peer("ann");
    world.put(
        OutboxKind.NETWORK,
        "odd",
        World.directTo(ann, "hello")
            .with("sender_key", TestKeys.eve().publicKey().toString())
            .with("timestamp", "2001-01-01T00:00:00Z")
            .with("signature", "x"));
    world.run();
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(1);
  }

  @Test
  void signedEndorsementIsWrappedInAShareUnchanged() throws Exception {
    Peer ann = world.peer("ann");
    KeyPair keys = world.node().keys();
    JsonObject endorsement =
        org.sovereignbook.sbp.base.crypto.Signing.sign(
            Endorsement.build(
                keys.publicKey(),
                TestNode.BOB_ENDPOINT,
                new Endorsement.Target.OfIdentity(ann.publicKey()),
                Optional.of(ann.endpoint()),
                Optional.of("good company"),
                world.node().node().now()),
            keys,
            "endorser_key");
    world.put(OutboxKind.ENDORSEMENTS, "ann", OutboxItems.share(endorsement, ann));

    world.run();

    Envelope envelope = world.peers().keptBy(ann.publicKey()).getFirst();
    assertThat(envelope.messageType()).isEqualTo(MessageType.SHARE);
    assertThat(envelope.json().object("payload")).contains(endorsement);
  }

  @Test
  void announceCarriesTheIdentityOfTodayNotTheQueuedOne() throws Exception {
    Peer ann = world.peer("ann");
    IdentityDocument queued = world.node().node().identity();
    world.put(
        OutboxKind.NETWORK,
        "announce",
        OutboxItems.envelope(MessageType.ANNOUNCE, Payloads.announce(queued), ann));
    KeyPair newKeys = TestKeys.named("bob's second key");
    IdentityDocument rotated =
        IdentityDocument.rotate(
            world.node().keys(),
            newKeys,
            new IdentityDocument.Claims(
                "Bob", TestNode.BOB_ENDPOINT, Optional.empty(), Optional.empty()),
            world.node().node().now());
    KeyFile.save(
        world.node().node().disk(),
        world.node().home().keypair(),
        newKeys,
        world.node().node().now());
    world.node().node().writeJson(world.node().home().identity(), rotated.json());

    world.run();

    Envelope envelope = world.peers().keptBy(ann.publicKey()).getFirst();
    assertThat(envelope.senderKey()).isEqualTo(newKeys.publicKey());
    assertThat(envelope.payload()).isEqualTo(new Payload.Announce(rotated.json()));
  }

  @Test
  void endpointInTheTableWinsOverTheOneInTheFile() throws Exception {
    Peer ann = world.peer("ann");
    world.direct("hello", ann);
    Endpoint moved = Endpoint.parse("https://moved.example/sbp");
    world.node().put(ann.withEndpoint(moved));

    world.run();

    assertThat(world.peers().requests())
        .extracting(FakePeers.Request::endpoint)
        .containsExactly(moved);
  }

  @Test
  void strangerIsReachedAtTheEndpointInTheFile() throws Exception {
    Endpoint endpoint = Endpoint.parse("https://stranger.example");
    Peer stranger =
        Peer.met(
            "stranger",
            TestKeys.eve().publicKey(),
            endpoint,
            TrustState.UNKNOWN,
            world.node().node().now());
    world.direct("hello", stranger);

    assertThat(world.run().delivered()).isEqualTo(1);
    assertThat(world.peers().requests(endpoint)).hasSize(1);
    assertThat(world.store().peers().find(stranger.publicKey())).isEmpty();
  }

  @Test
  void successIsTheLastContactOfThePeerAndChangesNothingElseOfItsRow() throws Exception {
    Peer ann = world.peer("ann");
    Peer ben = world.peer("ben");
    world.direct("to-ann", ann);
    world.direct("to-ben", ben);
    world.peers().always(ben.endpoint(), FakePeers.reply(FakePeers.answer(500)));

    world.run();

    assertThat(world.store().peers().find(ann.publicKey()))
        .contains(ann.contactedAt(world.node().node().now()));
    assertThat(world.store().peers().find(ben.publicKey())).contains(ben);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 405, 410, 413, 415, 422})
  void permanentRefusalKeepsThePayloadAndTheReasonInFailed(int status) throws Exception {
    Peer ann = world.peer("ann");
    world.direct("hello", ann);
    world
        .peers()
        .always(
            ann.endpoint(),
            FakePeers.reply(
                FakePeers.answer(status, "{\"error\":\"blocked\",\"message\":\"go away\"}")));

    DeliveryResult result = world.run();

    assertThat(result.failed()).isEqualTo(1);
    assertThat(world.pending()).isEmpty();
    JsonObject failed = world.failed("hello");
    assertThat(failed.object("payload").orElseThrow().string("body")).contains("Hello from hello");
    assertThat(failed.string("_last_error"))
        .contains("answered " + status + " \"blocked: go away\"");
    assertThat(failed.string("_failed_at")).contains(world.node().node().now().toString());
    assertThat(world.log().getLast()).contains("error: failed replies/hello to \"ann\"");
  }

  @Test
  void contentThatOnlyMetPermanentRefusalsCountsAsSent() throws Exception {
    Peer ann = world.subscriber("ann");
    Peer ben = world.subscriber("ben");
    world.content("essay");
    world.peers().always(ann.endpoint(), FakePeers.reply(FakePeers.answer(410)));

    world.run();

    assertThat(world.failed()).isEmpty();
    JsonObject sent = world.sent("essay");
    assertThat(World.state(sent, ann.publicKey()).string("status")).contains("rejected");
    assertThat(World.state(sent, ann.publicKey()).string("last_error")).contains("answered 410");
    assertThat(World.state(sent, ben.publicKey()).string("status")).contains("delivered");
  }

  @Test
  void blockedRecipientIsNeverContacted() throws Exception {
    Peer ann = world.peer("ann");
    world.direct("hello", ann);
    world.node().put(ann.withTrust(TrustState.BLOCKED));

    DeliveryResult result = world.run();

    assertThat(world.peers().requests()).isEmpty();
    assertThat(result.failed()).isEqualTo(1);
    assertThat(world.failed("hello").string("_last_error")).contains("blocked");
  }

  @Test
  void anUnsubscribeReachesEvenABlockedPeer() throws Exception {
    Peer ann = world.peer("ann");
    JsonObject farewell = OutboxItems.envelope(MessageType.UNSUBSCRIBE, JsonObject.empty(), ann);
    world.put(OutboxKind.NETWORK, "farewell", farewell);
    world.direct("hello", ann);
    world.node().put(ann.withTrust(TrustState.BLOCKED));

    DeliveryResult result = world.run();

    assertThat(result.delivered()).isEqualTo(1);
    assertThat(world.sent()).containsExactly("farewell");
    assertThat(world.failed("hello").string("_last_error")).contains("blocked");
  }

  @Test
  void textOfAPeerCannotForgeALogLine() throws Exception {
    Peer ann = world.peer("ann");
    world.direct("hello", ann);
    world
        .peers()
        .always(
            ann.endpoint(),
            FakePeers.reply(
                FakePeers.answer(
                    400, "{\"error\":\"x\",\"message\":\"a\\n[author] forged \\u001b[31m\"}")));
    world.run();
    assertThat(world.log())
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).startsWith("[delivery] ").doesNotContain("\u001b"));
  }

  @Test
  void reasonOfABrokenConnectionCannotForgeALogLine() throws Exception {
    Peer ann = world.peer("ann");
    world.direct("hello", ann);
    world
        .peers()
        .next(ann.endpoint(), FakePeers.reply(new PeerReply.Unknown("bad line \n\u001b[2J")));
    world.run();
    assertThat(world.log()).hasSize(1);
    assertThat(world.log().getFirst()).doesNotContain("\u001b");
    assertThat(world.log().getFirst()).contains("retry replies/hello to \"ann\"");
  }

  @Test
  void everyResultHasItsLine() throws Exception {
    Peer ann = world.subscriber("ann");
    world.content("essay");
    world.run();
    assertThat(world.log())
        .containsExactly(
            "[delivery] 2026-03-17T12:05:00Z delivered content/essay to \"ann\" at "
                + ann.endpoint());
  }

  @Test
  void resultNamesEveryRecipient() throws Exception {
    Peer ann = world.subscriber("ann");
    Peer ben = world.subscriber("ben");
    world.peers().always(ben.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    world.content("essay");

    DeliveryResult result = world.run();

    assertThat(result.toJson().array("recipients").orElseThrow().objects())
        .extracting(one -> one.string("recipient_key").orElseThrow())
        .containsExactlyInAnyOrder(ann.publicKey().toString(), ben.publicKey().toString());
    assertThat(result.toJson().integer("delivered")).hasValue(1);
    assertThat(result.toJson().integer("retried")).hasValue(1);
    assertThat(result.summary()).isEqualTo("delivered 1, 1 to retry");
  }

  private Peer self() {
    return Peer.met(
        "self",
        world.node().keys().publicKey(),
        Endpoint.parse("https://self.example"),
        TrustState.TRUSTED,
        world.node().node().now());
  }
}
