package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerCells;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class NetworkPersistTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");
  final FakePeer carl = FakePeer.named("carl");
  final FakePeer dora = FakePeer.named("dora");

  @Test
  void aRunThatDidSomethingSaysSoInTheSessionLogInOneLine() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.ENDORSED);

    NetworkResult result = scene.run();

    assertThat(result.idle()).isFalse();
    assertThat(scene.session())
        .containsExactly(
            "[network] 2026-03-17T12:05:00Z asked 1 peer (0 fetches failed), stored 1"
                + " endorsement (0 refused), added 1, promoted 0, unsubscribed from 0,"
                + " subscribed to 1, announced to 2");
  }

  @Test
  void aRunThatDidNothingIsIdleAndSaysSo() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.ENDORSED);
    scene.run();
    String peers = scene.bob().node().readText(scene.bob().home().peers()).orElseThrow();

    NetworkResult again = scene.run();

    assertThat(again.idle()).isTrue();
    assertThat(scene.session()).hasSize(2);
    assertThat(scene.session().getLast()).contains("asked 2 peers", "added 0", "announced to 0");
    assertThat(scene.bob().node().readText(scene.bob().home().peers())).contains(peers);
  }

  @Test
  void aRunInWhichAllPeersFailIsIdleButReportsThem() {
    Scene scene = Scene.in(folder);
    scene.bob().put(scene.knows(ada, TrustState.KNOWN).contactedAt(scene.bob().node().now()));

    NetworkResult result = scene.run();

    assertThat(result.idle()).isTrue();
    assertThat(result.failedFetches()).isEqualTo(1);
    assertThat(scene.session()).singleElement().asString().contains("1 fetch failed");
    assertThat(scene.ops())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("[network] ")
        .contains("error: ");
  }

  @Test
  void aNodeWithoutPeersIsIdle() {
    assertThat(Scene.in(folder).run().idle()).isTrue();
  }

  @Test
  void resultsAsDataNameTheKeys() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.TRUSTED);

    JsonObject json = scene.run().toJson();

    assertThat(json.array("added").orElseThrow().strings())
        .contains(List.of(carl.key().toString()));
    assertThat(json.array("subscribed").orElseThrow().strings())
        .contains(List.of(ada.key().toString()));
    assertThat(json.integer("endorsements_stored")).hasValue(1);
  }

  @Test
  void anEditThatAPersonMakesWhileWeFetchIsRespected() {
    Scene scene = Scene.in(folder, ada.endorses(dora), carl.endorses(dora));
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);
    scene.knows(dora, TrustState.KNOWN);
    scene
        .peers()
        .onRequest(
            () -> {
              synchronized (scene) {
                edit(
                    scene,
                    "| " + dora.endpoint + " | known |",
                    "| " + dora.endpoint + " | blocked |");
              }
            });

    NetworkResult result = scene.run();

    assertThat(result.promoted()).isEmpty();
    assertThat(scene.trust(dora)).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void aCellThatAPersonEditsBetweenOurLoadAndOurCommitSurvives() {
    Scene scene = Scene.in(folder, ada, carl);
    scene.knows(ada, TrustState.ENDORSED);
    var table = scene.bob().store().peers();
    var changed = table.update(ada.key(), row -> row.withSubscribed(true));
    scene
        .bob()
        .put(scene.row(ada).orElseThrow().withNotes("by hand").withTrust(TrustState.TRUSTED));

    scene.bob().store().commit(new ChangeSet().addAll(changed.changes(table)));

    assertThat(scene.row(ada).map(Peer::notes)).contains("by hand");
    assertThat(scene.row(ada).map(Peer::trust)).contains(TrustState.TRUSTED);
    assertThat(scene.row(ada).map(Peer::subscribed)).contains(true);
  }

  @Test
  void aRowThatAPersonRemovesBetweenOurLoadAndOurCommitStaysRemoved() {
    Scene scene = Scene.in(folder);
    scene.knows(ada, TrustState.ENDORSED);

    scene
        .bob()
        .store()
        .commit(
            new ChangeSet()
                .add(new Change.SetPeer(carl.key(), Map.of(PeerCells.SUBSCRIBED, "true"))));

    assertThat(scene.bob().store().peers().peers()).hasSize(1);
    assertThat(scene.bob().store().peers().problems()).isEmpty();
    assertThat(scene.bob().store().recover()).isFalse();
  }

  @Test
  void unknownColumnsAndBrokenRowsSurviveARun() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl);
    scene.knows(ada, TrustState.ENDORSED);
    edit(scene, "| notes |", "| notes | colour |");
    String broken = "| nobody | not-a-key | nowhere | known |";
    Path file = scene.bob().home().peers();
    scene
        .bob()
        .node()
        .writeText(file, scene.bob().node().readText(file).orElseThrow() + broken + "\n");

    assertThat(scene.run().added()).hasSize(1);

    assertThat(scene.bob().node().readText(file).orElseThrow()).contains("colour", broken);
    assertThat(scene.ops())
        .anyMatch(line -> line.contains("error: peers.md, left out: line 4: public_key"));
  }

  @Test
  void anInterruptedFetchChangesNothing() {
    Scene scene = Scene.in(folder);
    scene.knows(ada, TrustState.ENDORSED);
    PeerClient interrupted =
        new PeerClient() {
          @Override
          public PeerReply get(Endpoint endpoint, String path) throws InterruptedException {
            throw new InterruptedException("asked to stop");
          }

          @Override
          public PeerReply post(Endpoint endpoint, byte[] envelope) {
            throw new AssertionError();
          }
        };

    assertThatThrownBy(
            () ->
                new Network(scene.bob().node(), scene.bob().store(), interrupted)
                    .run(Progress.NONE))
        .isInstanceOf(InterruptedException.class);
    assertThat(scene.bob().store().outbox().pending()).isEmpty();
    assertThat(
            scene
                .bob()
                .node()
                .disk()
                .exists(scene.bob().home().operational().resolve("network-state.json")))
        .isFalse();
  }

  @Test
  void aCrashAtAnyFileOperationLosesAndDoublesNothing() {
    FakePeer emil = FakePeer.named("emil");
    FakePeer gone = FakePeer.named("gone");
    ada.endorses(carl).endorses(dora);
    emil.endorses(dora);
    ScriptedPeers peers = new ScriptedPeers(ada, carl, emil);
    CrashSweep.overEveryOperation(
        folder,
        node -> {
          Scene scene = new Scene(node, peers);
          scene.knows(ada, TrustState.ENDORSED);
          scene.knows(emil, TrustState.TRUSTED);
          scene.knows(dora, TrustState.KNOWN);
          node.put(scene.knows(gone, TrustState.BLOCKED).withSubscribed(true));
        },
        node -> Scene.run(node, peers),
        node -> {
          Scene scene = new Scene(node, peers);
          assertThat(scene.trust(carl)).isEqualTo(TrustState.KNOWN);
          assertThat(scene.trust(dora)).isEqualTo(TrustState.ENDORSED);
          assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
          assertThat(scene.waitingFor(emil)).containsExactly("announce", "subscribe");
          assertThat(scene.waitingFor(dora)).containsExactly("announce", "subscribe");
          assertThat(scene.waitingFor(carl)).containsExactly("announce");
          assertThat(scene.waitingFor(gone)).containsExactly("unsubscribe");
          assertThat(node.store().objects().count(ObjectStore.ENDORSEMENTS_RECEIVED)).isEqualTo(3);
          assertThat(scene.session())
              .filteredOn(line -> !line.contains(" asked 4 peers ")) // of a run after the crash
              .satisfiesExactly(
                  line -> assertThat(line).endsWith("promoted \"dora\" from known to endorsed"),
                  line -> assertThat(line).contains(" asked 3 peers "));
          assertThat(node.store().peers().peers()).hasSize(5);
        });
  }

  @Test
  void theDefaultsAreTheSeeds() {
    String section = "network_config.";
    JsonObject.Builder defaults = JsonObject.builder();
    Stream.of(NetworkSettings.ALL, StoreSettings.ALL)
        .flatMap(one -> one.all().stream())
        .filter(setting -> setting.key().startsWith(section))
        .forEach(
            setting ->
                defaults.put(
                    setting.key().substring(section.length()),
                    setting.defaultJson().orElseThrow()));
    assertThat(defaults.build())
        .isEqualTo(
            JsonObject.builder()
                .put("endorsement_threshold", 2)
                .put("max_subscriptions", 150)
                .put("max_subscribers", 500)
                .put("kept_subscribers_percent", 50)
                .put("max_subscribers_per_host", 10)
                .put("unsubscribe_inactive_days", 30)
                .put("reannounce_days", 7)
                .put("max_endorsements_per_peer", 1_000)
                .put("max_new_endorsements_per_run", 2_000)
                .put("discovery_per_run", 50)
                .put("discovery_tries", 3)
                .put("fetches_at_a_time", 10)
                .put("run_limit_seconds", 600)
                .build());
  }

  @Test
  void whatInitWritesIsReadBackAsItIs() {
    TestNode bob = TestNode.in(folder);
    Config written =
        Config.empty()
            .with(NetworkSettings.ENDORSEMENT_THRESHOLD, 9)
            .with(NetworkSettings.REANNOUNCE, Duration.ofDays(5))
            .with(NetworkSettings.RUN_LIMIT, Duration.ofSeconds(12));
    bob.configure(written.json());

    Config read = NetworkSettings.ALL.checked(bob.node().config());
    assertThat(read.get(NetworkSettings.ENDORSEMENT_THRESHOLD)).isEqualTo(9);
    assertThat(read.get(NetworkSettings.REANNOUNCE)).isEqualTo(Duration.ofDays(5));
    assertThat(read.get(NetworkSettings.RUN_LIMIT)).isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  void aThresholdOutsideItsRangeIsAnErrorThatNamesTheKey() {
    Scene scene =
        Scene.in(folder).configure(JsonObject.builder().put("endorsement_threshold", 0).build());
    Node node = scene.bob().node();

    assertThatThrownBy(() -> NetworkSettings.ALL.checked(node.config()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("network_config.endorsement_threshold");
  }

  @Test
  void aPeerThatWasUnblockedUnderAKeyOfItsPastIsOneUnderItsPresentKeyOnly() {
    Scene scene = Scene.in(folder, ada);
    TestNode bob = scene.bob();
    KeyPair past = TestKeys.named("ada's first key");
    bob.addPeer("Ada", past, ada.endpoint, TrustState.BLOCKED);
    IdentityDocument.Claims claims =
        new IdentityDocument.Claims(
            "Ada", ada.endpoint, Optional.empty(), Optional.of(ada.keys.publicKey()));
    IdentityDocument first = IdentityDocument.create(past, claims, FakePeer.SIGNED);
    bob.store().commit(new ChangeSet().add(PeerIdentities.put(first)));
    IdentityDocument rotated =
        IdentityDocument.rotate(
            past, ada.keys, claims, new Timestamp(bob.node().clock().instant().plusSeconds(1)));
    Introduction moved = Introduction.of(bob.store(), bob.store().peers(), rotated);
    bob.store()
        .commit(
            new ChangeSet()
                .addAll(moved.changes())
                .addAll(moved.table().changes(bob.store().peers())));
    bob.put(bob.store().peers().find(past.publicKey()).orElseThrow().withTrust(TrustState.KNOWN));

    scene.run();

    assertThat(bob.store().peers().find(past.publicKey())).isEmpty();
    assertThat(bob.store().peers().trust(ada.keys.publicKey())).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void theMemoryForgetsPeersThatLeftTheTable() {
    Scene scene = Scene.in(folder);
    scene.knows(ada, TrustState.KNOWN);
    scene.run();
    var table = scene.bob().store().peers();
    scene.bob().store().commit(new ChangeSet().addAll(table.without(ada.key()).changes(table)));

    scene.run();

    assertThat(NetworkMemory.load(scene.bob().store()).peers()).isEmpty();
  }

  @Test
  void theMemoryIgnoresWhatItCannotRead() {
    TestNode bob = TestNode.in(folder);
    bob.node()
        .writeText(
            bob.node().home().operational().resolve("network-state.json"),
            "{\"identity\":\"x\",\"has_run\":1,\"peers\":{\"nonsense\":{},\"%s\":{\"announced\":7}}}"
                .formatted(TestKeys.eve().publicKey()));

    assertThat(NetworkMemory.load(bob.store()))
        .isEqualTo(NetworkMemory.empty().update(TestKeys.eve().publicKey(), nothing -> nothing));
  }

  private static void edit(Scene scene, String from, String to) {
    Path file = scene.bob().home().peers();
    String text = scene.bob().node().readText(file).orElseThrow();
    scene.bob().node().writeText(file, text.replace(from, to));
  }
}
