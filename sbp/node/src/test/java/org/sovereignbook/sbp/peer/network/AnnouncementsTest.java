package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;

class AnnouncementsTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");
  final FakePeer carl = FakePeer.named("carl");

  private Scene scene;

  @BeforeEach
  void aNode() {
    scene = Scene.in(folder, ada, carl);
  }

  @ParameterizedTest
  @EnumSource(names = {"KNOWN", "ENDORSED", "TRUSTED"})
  void peersNeverContactedAreAnnouncedTo(TrustState trust) {
    scene.knows(ada, trust);

    assertThat(scene.run().announced()).containsExactly(ada.key());
    assertThat(announce(ada).object("payload"))
        .contains(Payloads.announce(scene.bob().node().identity()));
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "BLOCKED"})
  void unknownAndBlockedPeersAreNot(TrustState trust) {
    scene.knows(ada, trust);

    assertThat(scene.run().announced()).isEmpty();
    assertThat(scene.waitingFor(ada)).isEmpty();
  }

  @Test
  void aPeerContactedLessThanSevenDaysAgoIsNotAnnouncedTo() {
    lastContact(ada, Duration.ofDays(7).minusSeconds(1));
    lastContact(carl, Duration.ofDays(7));

    assertThat(scene.run().announced()).containsExactly(carl.key());
  }

  @Test
  void fetchingItsEndorsementsIsNoContactThatWouldKeepAPeerFromOurAnnounces() {
    lastContact(ada, Duration.ofDays(6));
    scene.run();
    scene.bob().clock().advance(Duration.ofDays(1));

    assertThat(scene.run().announced()).containsExactly(ada.key());
  }

  @Test
  void anAnnounceThatWaitsIsNotDoubledHoweverLongItWaits() {
    scene.knows(ada, TrustState.KNOWN);
    scene.run();
    scene.bob().clock().advance(Duration.ofDays(30));

    assertThat(scene.run().announced()).isEmpty();
    assertThat(scene.waitingFor(ada)).containsExactly("announce");
  }

  @Test
  void anAnnounceThatAnotherStepPutThereCountsAsWaiting() {
    Peer row = scene.knows(ada, TrustState.KNOWN);
    put(
        new OutboxId(OutboxKind.REPLIES, "2026-03-17T120000Z-1"),
        OutboxItems.envelope(
            MessageType.ANNOUNCE, Payloads.announce(scene.bob().node().identity()), row));

    assertThat(scene.run().idle()).isTrue();
    assertThat(scene.waitingFor(ada)).isEmpty();
  }

  @Test
  void aSilentPeerIsAnnouncedToOnlyEverySevenDays() {
    scene.knows(ada, TrustState.KNOWN);
    scene.run();
    scene.empty(OutboxKind.NETWORK);

    scene.bob().clock().advance(Duration.ofDays(7).minusSeconds(1));
    assertThat(scene.run().announced()).isEmpty();
    scene.bob().clock().advance(Duration.ofSeconds(1));
    assertThat(scene.run().announced()).containsExactly(ada.key());
  }

  @Test
  void aNewDocumentIsAnnouncedToAllAndOnlyOnce() {
    lastContact(ada, Duration.ofHours(1));
    lastContact(carl, Duration.ofHours(1));
    FakePeer blocked = FakePeer.named("blocked");
    scene.knows(blocked, TrustState.BLOCKED);
    assertThat(scene.run().idle()).isTrue();
    signAnotherDocument("Robert");

    NetworkResult result = scene.run();

    assertThat(result.announced()).containsExactlyInAnyOrder(ada.key(), carl.key());
    assertThat(announcedName(ada)).contains("Robert");
    scene.empty(OutboxKind.NETWORK);
    assertThat(scene.run().idle()).isTrue();
  }

  @Test
  void aWaitingAnnounceGetsTheNewDocumentAndKeepsItsDeliveryState() {
    scene.knows(ada, TrustState.KNOWN);
    scene.run();
    OutboxId id = scene.bob().store().outbox().pending().getFirst();
    put(id, announce(ada).with("_retry_count", 2));
    signAnotherDocument("Robert");

    assertThat(scene.run().announced()).isEmpty();
    assertThat(announcedName(ada)).contains("Robert");
    assertThat(announce(ada).integer("_retry_count")).hasValue(2);
  }

  @Test
  void losingTheMemoryCostsOneAnnounceAtMost() {
    scene.knows(ada, TrustState.ENDORSED);
    scene.run();
    scene.empty(OutboxKind.NETWORK);
    scene
        .bob()
        .node()
        .writeText(scene.bob().home().operational().resolve("network-state.json"), "{torn");

    assertThat(scene.run().announced()).containsExactly(ada.key());
    assertThat(scene.run().announced()).isEmpty();
  }

  @Test
  void strangersAtOneHostAreToldOneADayAndFriendsAllAtOnce() {
    FakePeer second = FakePeer.at("second", ada.endpoint);
    FakePeer third = FakePeer.at("third", ada.endpoint);
    scene.knows(ada, TrustState.KNOWN);
    scene.knows(second, TrustState.KNOWN);
    scene.knows(third, TrustState.ENDORSED);

    assertThat(scene.run().announced()).hasSize(2).contains(third.key());
    assertThat(scene.run().announced()).isEmpty();
    scene.bob().clock().advance(Duration.ofDays(1));
    assertThat(scene.run().announced()).hasSize(1);
    scene.bob().clock().advance(Duration.ofDays(1));
    assertThat(scene.run().announced()).isEmpty();
  }

  @Test
  void aDamagedOutboxItemIsLeftToDeliverAndStopsNothing() {
    scene.knows(ada, TrustState.KNOWN);
    Path file = scene.bob().home().outbox().resolve("network/broken.json");
    scene.bob().node().writeText(file, "{torn");

    assertThat(scene.run().announced()).containsExactly(ada.key());
    assertThat(scene.bob().node().readText(file)).contains("{torn");
  }

  private void lastContact(FakePeer peer, Duration ago) {
    Timestamp at = new Timestamp(scene.bob().clock().instant().minus(ago));
    scene
        .bob()
        .put(Peer.met(peer.name, peer.key(), peer.endpoint, TrustState.KNOWN, at).contactedAt(at));
  }

  private void signAnotherDocument(String name) {
    scene.bob().clock().advance(Duration.ofMinutes(1));
    IdentityDocument next =
        IdentityDocument.create(
            scene.bob().keys(),
            new IdentityDocument.Claims(
                name, scene.bob().node().identity().endpoint(), Optional.empty(), Optional.empty()),
            scene.bob().node().now());
    scene.bob().node().writeJson(scene.bob().home().identity(), next.json());
  }

  private JsonObject announce(FakePeer peer) {
    return Scene.items(scene.bob(), OutboxKind.NETWORK).stream()
        .filter(item -> item.string("message_type").equals(Optional.of("announce")))
        .filter(item -> OutboxItems.recipient(item).equals(Optional.of(peer.key())))
        .findFirst()
        .orElseThrow();
  }

  private Optional<String> announcedName(FakePeer peer) {
    return announce(peer)
        .object("payload")
        .flatMap(payload -> payload.object("identity"))
        .flatMap(identity -> identity.string("name"));
  }

  private void put(OutboxId id, JsonObject item) {
    scene.bob().store().commit(new ChangeSet().add(Outbox.put(id, item)));
  }

  @Test
  void aDocumentSetByOwnIdentityIsAnnouncedAtOnceAndNotAgainByTheNextRun() {
    lastContact(ada, Duration.ofHours(1));
    scene.run();
    scene.bob().clock().advance(Duration.ofMinutes(1));

    IdentityChange change =
        new OwnIdentity(scene.bob().node(), scene.bob().store()).set(Map.of("name", "Robert"));

    assertThat(change.announced()).isEqualTo(1);
    assertThat(announcedName(ada)).contains("Robert");
    scene.empty(OutboxKind.NETWORK);
    assertThat(scene.run().idle()).isTrue();
  }
}
