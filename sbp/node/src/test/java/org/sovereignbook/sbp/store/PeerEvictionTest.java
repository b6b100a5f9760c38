package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Who loses the row when there are too many strangers, and who never does. */
class PeerEvictionTest {
  private static final Endpoint SOMEWHERE = Endpoint.parse("https://peer.example.com");
  private static final KeyPair ZOE = TestKeys.named("zoe");

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
  }

  @Test
  void theStalestGoAndNoMoreThanThereAreTooMany() {
    List<Peer> strangers = strangers(5);
    node.put(strangers.get(0).contactedAt(node.node().now()));

    assertThat(evicted(3))
        .containsExactly(strangers.get(1).publicKey(), strangers.get(2).publicKey());
    assertThat(evicted(5)).isEmpty();
  }

  @Test
  void endorsedTrustedAndBlockedPeersNeitherCountNorGo() {
    List<Peer> peers = strangers(4);
    node.put(peers.get(0).withTrust(TrustState.ENDORSED));
    node.put(peers.get(1).withTrust(TrustState.TRUSTED));
    node.put(peers.get(2).withTrust(TrustState.BLOCKED));

    assertThat(evicted(1)).isEmpty();
    assertThat(evicted(0)).containsExactly(peers.get(3).publicKey());
  }

  @Test
  void whatTheRowShowsIsATie() {
    keeps(peer -> peer.withSubscriber(true));
    keeps(peer -> peer.withSubscribed(true));
    keeps(peer -> peer.withNotes("met at the fair"));
  }

  @Test
  void whoWasAskedToBeFollowedStays() {
    SubscriptionRequest.ask(zoe(), node.node().now()).forEach(this::commit);

    assertThat(evicted(0)).isEmpty();
  }

  @Test
  void whoWasEndorsedOrWroteWhatWasEndorsedStays() {
    zoe();
    endorse(new Endorsement.Target.OfIdentity(ZOE.publicKey()));
    assertThat(evicted(0)).isEmpty();

    Peer author = node.addPeer("author", TestKeys.named("author"), SOMEWHERE, TrustState.KNOWN);
    assertThat(evicted(0)).containsExactly(author.publicKey());
    JsonObject piece = node.content(TestKeys.named("author"), "Rain", "It rains.");
    commit(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, piece));
    endorse(new Endorsement.Target.OfContent(ContentHash.of(piece)));
    assertThat(evicted(0)).isEmpty();
  }

  @Test
  void whoHasWrittenToUsGoesAndWhomWeHaveWrittenToStays() {
    Peer zoe = zoe();
    InboxId id =
        node.store()
            .inbox()
            .accept(
                node.envelope(
                    ZOE,
                    SOMEWHERE,
                    MessageType.DIRECT,
                    Payloads.direct("hi", Optional.empty(), Optional.empty())),
                node.clock().instant());
    commit(
        Messages.put(
            new Message(
                id.value(),
                Message.Way.RECEIVED,
                ZOE.publicKey(),
                SOMEWHERE,
                node.node().now(),
                "hi",
                Message.Refs.NONE)));
    assertThat(evicted(0)).containsExactly(zoe.publicKey());

    commit(
        Outbox.put(
            new OutboxId(OutboxKind.REPLIES, "2026-03-17T120000Z-a3f9-direct"),
            OutboxItems.envelope(
                MessageType.DIRECT,
                Payloads.direct("hello", Optional.empty(), Optional.empty()),
                zoe)));
    assertThat(evicted(0)).isEmpty();
  }

  @Test
  void whatTheOperatorWroteIntoAColumnOfTheirOwnIsATie() {
    zoe();
    String table = node.node().readText(node.home().peers()).orElseThrow();
    node.node()
        .writeText(
            node.home().peers(),
            table
                .replace("| notes |", "| notes | city |")
                .replace("| | owner |\n", "| | Porto | owner |\n"));
    assertThat(node.store().peersText()).contains("Porto");

    assertThat(evicted(0)).isEmpty();
  }

  @Test
  void formerKeysOfWhoGoesAreForgottenToo() {
    KeyPair next = TestKeys.named("zoe's next key");
    IdentityDocument document =
        IdentityDocument.rotate(
            ZOE,
            next,
            new IdentityDocument.Claims("zoe", SOMEWHERE, Optional.empty(), Optional.empty()),
            node.node().now());
    zoe();
    PeerTable before = node.store().peers();
    Introduction moved = Introduction.of(node.store(), before, document);
    node.store()
        .commit(new ChangeSet().addAll(moved.changes()).addAll(moved.table().changes(before)));
    assertThat(node.store().keys(PeerIdentities.RETIRED)).hasSize(1);

    PeerTable full = node.store().peers();
    node.store()
        .commit(new ChangeSet().addAll(PeerEviction.of(node.store(), full, 0).changes(full)));

    assertThat(node.store().keys(PeerIdentities.RETIRED)).isEmpty();
    assertThat(node.store().keys(PeerIdentities.DOCUMENTS)).isEmpty();
    assertThat(node.store().peers().peers()).isEmpty();
  }

  private void keeps(UnaryOperator<Peer> tie) {
    node.put(
        tie.apply(
            Peer.met("zoe", ZOE.publicKey(), SOMEWHERE, TrustState.KNOWN, node.node().now())));
    assertThat(evicted(0)).isEmpty();
  }

  private Peer zoe() {
    return node.addPeer("zoe", ZOE, SOMEWHERE, TrustState.KNOWN);
  }

  private void endorse(Endorsement.Target target) {
    JsonObject signed =
        Endorsement.sign(
            Endorsement.build(
                node.keys().publicKey(),
                TestNode.ALICE_ENDPOINT,
                target,
                Optional.empty(),
                Optional.empty(),
                node.node().now()),
            node.keys());
    commit(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, signed));
  }

  /** Each a second younger than the one before. */
  private List<Peer> strangers(int count) {
    List<Peer> strangers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      strangers.add(
          node.addPeer(
              "stranger " + i, TestKeys.named("stranger " + i), SOMEWHERE, TrustState.KNOWN));
      node.clock().advance(Duration.ofSeconds(1));
    }
    return strangers;
  }

  private List<PublicKey> evicted(int most) {
    return PeerEviction.of(node.store(), node.store().peers(), most).evicted().stream()
        .map(Peer::publicKey)
        .toList();
  }

  private void commit(Change change) {
    node.store().commit(new ChangeSet().add(change));
  }
}
