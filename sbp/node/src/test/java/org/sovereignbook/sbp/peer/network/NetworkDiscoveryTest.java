package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class NetworkDiscoveryTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");
  final FakePeer carl = FakePeer.named("carl");
  final FakePeer dora = FakePeer.named("dora");

  @Test
  void aPeerNamedByAnEndorsementIsAddedAsKnown() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.KNOWN);

    NetworkResult result = scene.run();

    assertThat(result.added()).containsExactly(carl.key());
    assertThat(scene.row(carl))
        .contains(
            Peer.met("carl", carl.key(), carl.endpoint, TrustState.KNOWN, scene.bob().node().now())
                .withKnownBy(KnownBy.PEERS));
    assertThat(scene.bob().store().peerIdentity(carl.key())).contains(carl.identity());
    assertThat(scene.holds(ada.endorsements.getFirst())).isTrue();
  }

  @Test
  void knownEndorsedAndTrustedPeersAreAskedAndNobodyElse() {
    FakePeer known = FakePeer.named("known");
    FakePeer endorsed = FakePeer.named("endorsed");
    FakePeer trusted = FakePeer.named("trusted");
    FakePeer blocked = FakePeer.named("blocked").endorses(carl);
    FakePeer unknown = FakePeer.named("unknown").endorses(carl);
    Scene scene = Scene.in(folder, known, endorsed, trusted, blocked, unknown, carl);
    scene.knows(known, TrustState.KNOWN);
    scene.knows(endorsed, TrustState.ENDORSED);
    scene.knows(trusted, TrustState.TRUSTED);
    scene.knows(blocked, TrustState.BLOCKED);
    scene.knows(unknown, TrustState.UNKNOWN);

    NetworkResult result = scene.run();

    assertThat(result.asked()).isEqualTo(3);
    assertThat(scene.peers().requests())
        .containsExactlyInAnyOrder(
            known.endpoint + "/endorsements?limit=100",
            endorsed.endpoint + "/endorsements?limit=100",
            trusted.endpoint + "/endorsements?limit=100");
    assertThat(scene.row(carl)).isEmpty();
  }

  @Test
  void ofManyStrangersThatNameOneHostOneIsAskedAndFriendsThereBesides() {
    Endpoint victim = Endpoint.parse("https://victim.example.net");
    Scene scene = Scene.in(folder);
    for (int i = 0; i < 50; i++) {
      Endpoint path = Endpoint.parse(victim + "/" + i);
      scene.knows(FakePeer.at("stranger-" + i, path), TrustState.KNOWN);
    }
    scene.knows(FakePeer.at("friend", victim), TrustState.ENDORSED);

    NetworkResult result = scene.run();

    assertThat(result.asked()).isEqualTo(2);
    assertThat(scene.peers().requests()).contains(victim + "/endorsements?limit=100");
  }

  @Test
  void onePeerThatNamesManyKeysAtOneHostHasFewOfThemFetched() {
    FakePeer liar = FakePeer.named("liar");
    for (int i = 0; i < 40; i++) {
      liar.endorses(
          FakePeer.at("key-" + i, Endpoint.parse("https://victim.example.net:" + (8000 + i))));
    }
    Scene scene = Scene.in(folder, liar);
    scene.knows(liar, TrustState.ENDORSED);

    scene.run();

    assertThat(scene.peers().requests())
        .filteredOn(url -> url.contains("victim"))
        .hasSize(Discovery.MAX_PER_HOST);
  }

  @Test
  void tarpitsLeaveTimeForWhoIsRecommended() {
    FakePeer ada = FakePeer.named("ada").endorses(carl);
    Scene scene = Scene.in(folder, ada, carl);
    scene.knows(ada, TrustState.TRUSTED);
    for (int i = 0; i < 100; i++) {
      FakePeer pit = FakePeer.named("pit-" + i);
      scene.knows(pit, TrustState.KNOWN);
      scene
          .peers()
          .answer(
              pit.endpoint,
              "/endorsements",
              path -> {
                scene.bob().clock().advance(Duration.ofSeconds(30));
                return new PeerReply.Unknown("no answer within 30 seconds");
              });
    }

    NetworkResult result = scene.run();

    assertThat(result.added()).containsExactly(carl.key());
    assertThat(scene.peers().requests()).hasSizeLessThan(40);
  }

  @Test
  void anEndorsementWithoutEndpointIsKeptButFindsNobody() {
    ada.endorsements.add(ada.endorsementOf(carl.key(), Optional.empty()));
    Scene scene = Scene.in(folder, ada, carl);
    scene.knows(ada, TrustState.ENDORSED);

    scene.run();

    assertThat(scene.row(carl)).isEmpty();
    assertThat(scene.holds(ada.endorsements.getFirst())).isTrue();
  }

  @Test
  void anEndorsementOfContentIsKeptButFindsNobody() {
    ada.endorsements.add(
        ada.endorsementOf(
            new Endorsement.Target.OfContent(ContentHash.ofBytes(new byte[] {1})),
            Optional.of(carl.endpoint),
            FakePeer.SIGNED));
    Scene scene = Scene.in(folder, ada, carl);
    scene.knows(ada, TrustState.ENDORSED);

    assertThat(scene.run().added()).isEmpty();
    assertThat(scene.holds(ada.endorsements.getFirst())).isTrue();
  }

  @Test
  void endorsementsByThirdPartiesCountWhenTheirOwnSignatureVerifies() {
    JsonObject byDora = dora.endorsementOf(carl.key(), Optional.of(carl.endpoint));
    ada.endorsements.add(byDora);
    Scene scene = Scene.in(folder, ada, carl);
    scene.knows(ada, TrustState.KNOWN);

    assertThat(scene.run().added()).containsExactly(carl.key());
    assertThat(scene.holds(byDora)).isTrue();
  }

  @Test
  void anEndorsementByABlockedPeerIsNotKept() {
    JsonObject byDora = dora.endorsementOf(carl.key(), Optional.empty());
    ada.endorsements.add(byDora);
    Scene scene = Scene.in(folder, ada);
    scene.knows(ada, TrustState.KNOWN);
    scene.knows(dora, TrustState.BLOCKED);

    scene.run();

    assertThat(scene.holds(byDora)).isFalse();
  }

  @Test
  void allPagesOfALongListAreRead() {
    for (int i = 0; i < 250; i++) {
      ada.endorsements.add(
          ada.endorsementOf(TestKeys.named("peer " + i).publicKey(), Optional.empty()));
    }
    Scene scene = Scene.in(folder, ada);
    scene.knows(ada, TrustState.KNOWN);

    NetworkResult result = scene.run();

    assertThat(result.endorsementsStored()).isEqualTo(250);
    assertThat(scene.peers().requests()).hasSize(3);
    assertThat(scene.holds(ada.endorsements.getLast())).isTrue();
  }

  @Test
  void endorsementsHeldAlreadyAreNotStoredAgainYetStillFindPeers() {
    Scene scene = Scene.in(folder, ada.endorses(carl));
    scene.knows(ada, TrustState.KNOWN);
    assertThat(scene.run().added()).isEmpty();

    Scene later = new Scene(scene.bob(), new ScriptedPeers(ada, carl));
    NetworkResult result = later.run();

    assertThat(result.endorsementsStored()).isZero();
    assertThat(result.added()).containsExactly(carl.key());
  }

  @Test
  void thePeerTableIsNotTouchedForPeersThatAreThereAlready() {
    Scene scene = Scene.in(folder, ada.endorses(carl).endorses(dora), carl, dora);
    scene.knows(ada, TrustState.KNOWN);
    Peer trusted = scene.knows(carl, TrustState.TRUSTED);
    Peer blocked = scene.knows(dora, TrustState.BLOCKED);

    scene.run();

    assertThat(scene.row(carl)).contains(trusted);
    assertThat(scene.row(dora)).contains(blocked);
    assertThat(scene.peers().requests())
        .doesNotContain(carl.endpoint + "/identity", dora.endpoint + "/identity");
  }

  @Test
  void thisNodeIsNeverAddedToItsOwnTable() {
    ada.endorsements.add(
        ada.endorsementOf(TestKeys.bob().publicKey(), Optional.of(TestNode.BOB_ENDPOINT)));
    ada.endorsements.add(ada.endorsementOf(carl.key(), Optional.of(TestNode.BOB_ENDPOINT)));
    Scene scene = Scene.in(folder, ada);
    scene.knows(ada, TrustState.KNOWN);

    scene.run();

    assertThat(scene.bob().store().peers().peers()).hasSize(1);
    assertThat(scene.peers().requests()).containsExactly(ada.endpoint + "/endorsements?limit=100");
  }

  @Test
  void aRowOfThisNodeItselfIsNeitherAskedNorSubscribedNorAnnounced() {
    Scene scene = Scene.in(folder);
    scene.bob().addPeer("me", TestKeys.bob(), TestNode.BOB_ENDPOINT, TrustState.ENDORSED);

    assertThat(scene.run().idle()).isTrue();
    assertThat(scene.peers().requests()).isEmpty();
    assertThat(scene.bob().store().outbox().pending()).isEmpty();
  }

  @Test
  void aKeyInARowThatCannotBeReadIsNotAddedAgain() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.KNOWN);
    scene.knows(carl, TrustState.BLOCKED);
    Path file = scene.bob().home().peers();
    String text = scene.bob().node().readText(file).orElseThrow().replace("blocked", "blokced");
    scene.bob().node().writeText(file, text);

    scene.run();

    assertThat(scene.row(carl)).isEmpty();
    assertThat(scene.bob().node().readText(file).orElseThrow()).containsOnlyOnce(carl.key() + "");
  }

  @Test
  void aDiscoveredSuccessorMovesTheRowOfThePeerThatItSucceeds() {
    KeyPair next = TestKeys.named("carl's next key");
    IdentityDocument rotated =
        IdentityDocument.rotate(carl.keys, next, carl.claims(), FakePeer.SIGNED);
    ada.endorsements.add(ada.endorsementOf(next.publicKey(), Optional.of(carl.endpoint)));
    Scene scene = Scene.in(folder, ada);
    scene.peers().answer(carl.endpoint, "/identity", ScriptedPeers.json(rotated.json()));
    scene.knows(ada, TrustState.KNOWN);
    scene.bob().put(scene.knows(carl, TrustState.TRUSTED).withNotes("met in Berlin"));

    NetworkResult result = scene.run();

    assertThat(result.rotated()).containsExactly(next.publicKey());
    assertThat(result.added()).isEmpty();
    assertThat(scene.row(carl)).isEmpty();
    assertThat(scene.row(next.publicKey()).map(Peer::trust)).contains(TrustState.TRUSTED);
    assertThat(scene.row(next.publicKey()).map(Peer::notes)).contains("met in Berlin");
  }

  @Test
  void aBlockedPeerStaysBlockedUnderItsNextKey() {
    KeyPair next = TestKeys.named("carl's next key");
    IdentityDocument rotated =
        IdentityDocument.rotate(carl.keys, next, carl.claims(), FakePeer.SIGNED);
    ada.endorsements.add(ada.endorsementOf(next.publicKey(), Optional.of(carl.endpoint)));
    Scene scene = Scene.in(folder, ada);
    scene.peers().answer(carl.endpoint, "/identity", ScriptedPeers.json(rotated.json()));
    scene.knows(ada, TrustState.KNOWN);
    scene.knows(carl, TrustState.BLOCKED);

    scene.run();

    assertThat(scene.trust(carl)).isEqualTo(TrustState.BLOCKED);
    assertThat(scene.row(next.publicKey()).map(Peer::trust)).contains(TrustState.BLOCKED);
  }

  @Test
  void aThiefWithoutTheCommittedKeyTakesOverNoRow() {
    KeyPair committed = TestKeys.named("carl's next key");
    KeyPair stolen = TestKeys.eve();
    IdentityDocument held =
        IdentityDocument.create(
            carl.keys,
            new IdentityDocument.Claims(
                "carl", carl.endpoint, Optional.empty(), Optional.of(committed.publicKey())),
            FakePeer.SIGNED);
    IdentityDocument theft =
        IdentityDocument.rotate(carl.keys, stolen, carl.claims(), FakePeer.SIGNED);
    ada.endorsements.add(ada.endorsementOf(stolen.publicKey(), Optional.of(dora.endpoint)));
    Scene scene = Scene.in(folder, ada);
    scene.peers().answer(dora.endpoint, "/identity", ScriptedPeers.json(theft.json()));
    scene.knows(ada, TrustState.KNOWN);
    Peer row = scene.knows(carl, TrustState.TRUSTED);
    scene.bob().store().commit(new ChangeSet().add(PeerIdentities.put(held)));

    scene.run();

    assertThat(scene.row(carl).map(Peer::trust)).contains(row.trust());
    assertThat(scene.row(stolen.publicKey())).isEmpty();
    assertThat(scene.ops()).anyMatch(line -> line.contains("commitment-mismatch"));
  }

  @Test
  void whileNobodyAtAllAnswersNoTryOfACandidateCounts() {
    Scene scene = Scene.in(folder);
    scene.knows(ada, TrustState.KNOWN);
    queue(scene, entry(carl));

    for (int run = 0; run < 5; run++) {
      scene.run();
    }

    assertThat(queued(scene)).containsExactly(entry(carl));
  }

  @Test
  void candidatesOfTheDiscoveryQueueAreMetAndLeaveIt() {
    Scene scene = Scene.in(folder, carl);
    queue(
        scene, entry(carl), entry(dora), JsonObject.builder().put("endpoint", "nonsense").build());

    NetworkResult result = scene.run();

    assertThat(result.added()).containsExactly(carl.key());
    assertThat(queued(scene)).containsExactly(entry(dora).with("tries", 1));
  }

  @Test
  void aCandidateThatFailsThreeTimesLeavesTheQueue() {
    Scene scene = Scene.in(folder);
    queue(scene, entry(dora));

    scene.run();
    scene.run();
    assertThat(queued(scene)).hasSize(1);
    scene.run();

    assertThat(queued(scene)).isEmpty();
    assertThat(scene.ops()).hasSize(3);
  }

  @Test
  void aQueuedCandidateThatIsInTheTableOrIsThisNodeLeavesWithoutAFetch() {
    Scene scene = Scene.in(folder);
    scene.knows(carl, TrustState.BLOCKED);
    queue(
        scene,
        entry(carl),
        JsonObject.builder()
            .put("public_key", TestKeys.bob().publicKey().toString())
            .put("endpoint", TestNode.BOB_ENDPOINT.toString())
            .build());

    scene.run();

    assertThat(queued(scene)).isEmpty();
    assertThat(scene.peers().requests()).isEmpty();
    assertThat(scene.trust(carl)).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void aDamagedQueueStopsNothing() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.KNOWN);
    scene
        .bob()
        .node()
        .writeText(scene.bob().home().operational().resolve("discovery-queue.json"), "{torn");

    assertThat(scene.run().added()).containsExactly(carl.key());
  }

  @Test
  void oneRunFetchesAtMostDiscoveryPerRunIdentities() {
    for (int i = 0; i < 20; i++) {
      ada.endorses(FakePeer.named("stranger-" + i));
    }
    Scene scene = Scene.in(folder, ada);
    scene.configure(JsonObject.builder().put("discovery_per_run", 5).build());
    scene.knows(ada, TrustState.KNOWN);

    scene.run();

    assertThat(scene.peers().requests()).filteredOn(url -> url.endsWith("/identity")).hasSize(5);
  }

  @Test
  void whatIsFoundToBeBlockedByTheEndOfTheFetchesStaysOut() {
    Scene scene = Scene.in(folder, ada.endorses(carl).endorses(dora), carl, dora);
    scene.knows(ada, TrustState.KNOWN);
    scene
        .peers()
        .answer(
            carl.endpoint,
            "/identity",
            path -> {
              scene.knows(carl, TrustState.BLOCKED);
              scene.bob().put(scene.row(ada).orElseThrow().withNotes("edited by hand"));
              return ScriptedPeers.json(carl.identity().json());
            });

    assertThat(scene.run().added()).containsExactly(dora.key());
    assertThat(scene.trust(carl)).isEqualTo(TrustState.BLOCKED);
    assertThat(scene.row(ada).map(Peer::notes)).contains("edited by hand");
  }

  @Test
  void whenTheRunsTimeIsUpNoFurtherFetchBegins() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.KNOWN);
    scene.peers().onRequest(() -> scene.bob().clock().advance(Duration.ofMinutes(11)));

    NetworkResult result = scene.run();

    assertThat(scene.peers().requests()).hasSize(1);
    assertThat(result.added()).isEmpty();
    assertThat(result.endorsementsStored()).isEqualTo(1);
    assertThat(scene.ops()).anyMatch(line -> line.contains("run_limit_seconds"));
  }

  @Test
  void asManyFetchesAsAllowedRunSideBySideAndNoMore() {
    Gauge gauge = new Gauge();
    Scene scene = Scene.in(folder);
    scene.configure(JsonObject.builder().put("fetches_at_a_time", 3).build());
    for (int i = 0; i < 12; i++) {
      FakePeer peer = FakePeer.named("peer-" + i);
      scene.knows(peer, TrustState.KNOWN);
      scene.peers().answer(peer.endpoint, "/endorsements", path -> gauge.pass());
    }

    assertThat(scene.run().asked()).isEqualTo(12);
    assertThat(gauge.most()).isEqualTo(3);
  }

  private static void queue(Scene scene, JsonValue... entries) {
    scene
        .bob()
        .node()
        .writeJson(
            scene.bob().home().operational().resolve("discovery-queue.json"),
            JsonObject.builder().put("candidates", new JsonArray(List.of(entries))).build());
  }

  private static List<JsonObject> queued(Scene scene) {
    return scene
        .bob()
        .node()
        .readJson(scene.bob().home().operational().resolve("discovery-queue.json"))
        .flatMap(json -> json.array("candidates"))
        .orElseThrow()
        .objects();
  }

  private static JsonObject entry(FakePeer peer) {
    return JsonObject.builder()
        .put("public_key", peer.key().toString())
        .put("endpoint", peer.endpoint.toString())
        .put("name", peer.name)
        .build();
  }

  /** Lets fetches pass in threes only, and counts who is inside at the same time. */
  private static final class Gauge {
    private final CyclicBarrier three = new CyclicBarrier(3);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    PeerReply pass() {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      try {
        three.await(1, TimeUnit.MINUTES);
        return ScriptedPeers.page();
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new AssertionError("fetches do not run side by side", e);
      } finally {
        inside.decrementAndGet();
      }
    }

    int most() {
      return most.get();
    }
  }
}
