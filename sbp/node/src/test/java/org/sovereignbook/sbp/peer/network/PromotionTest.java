package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;

class PromotionTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");
  final FakePeer carl = FakePeer.named("carl");
  final FakePeer dora = FakePeer.named("dora");
  final FakePeer emil = FakePeer.named("emil");

  @Test
  void twoEndorsersPromoteAKnownPeer() {
    Scene scene = Scene.in(folder, ada.endorses(emil), carl.endorses(emil));
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.TRUSTED);
    scene.knows(emil, TrustState.KNOWN);

    assertThat(scene.run().promoted()).containsExactly(emil.key());
    assertThat(scene.trust(emil)).isEqualTo(TrustState.ENDORSED);
    assertThat(scene.session())
        .anyMatch(line -> line.endsWith("promoted \"emil\" from known to endorsed"));
  }

  @Test
  void aPeerMetInThisRunIsPromotedInThisRun() {
    Scene scene = Scene.in(folder, ada.endorses(emil), carl.endorses(emil), emil);
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);

    assertThat(scene.run().added()).containsExactly(emil.key());
    assertThat(scene.trust(emil)).isEqualTo(TrustState.ENDORSED);
  }

  @Test
  void oneEndorserIsNotEnoughHoweverOftenItEndorses() {
    ada.endorses(emil);
    for (int i = 1; i < 5; i++) {
      ada.endorsements.add(
          ada.endorsementOf(
              new Endorsement.Target.OfIdentity(emil.key()),
              Optional.empty(),
              new Timestamp(FakePeer.SIGNED.instant().plusSeconds(i))));
    }
    Scene scene = Scene.in(folder, ada);
    scene.knows(ada, TrustState.TRUSTED);
    scene.knows(emil, TrustState.KNOWN);

    assertThat(scene.run().promoted()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "KNOWN", "BLOCKED"})
  void endorsersThatAreNotEndorsedOrTrustedDoNotCount(TrustState trust) {
    Scene scene = Scene.in(folder, ada.endorses(emil));
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, trust);
    scene.knows(emil, TrustState.KNOWN);
    store(scene, carl.endorsementOf(emil.key(), Optional.empty()));

    assertThat(scene.run().promoted()).isEmpty();
    assertThat(scene.trust(emil)).isEqualTo(TrustState.KNOWN);
  }

  @Test
  void anEndorserOutsideTheTableDoesNotCount() {
    Scene scene = Scene.in(folder, ada.endorses(emil));
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(emil, TrustState.KNOWN);
    store(scene, carl.endorsementOf(emil.key(), Optional.empty()));

    assertThat(scene.run().promoted()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "TRUSTED", "BLOCKED"})
  void onlyKnownPeersArePromoted(TrustState trust) {
    Scene scene = Scene.in(folder, ada.endorses(emil), carl.endorses(emil));
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);
    scene.knows(emil, trust);

    assertThat(scene.run().promoted()).isEmpty();
    assertThat(scene.trust(emil)).isEqualTo(trust);
  }

  @Test
  void storedEndorsementsCountWhenTheirEndorserCannotBeReached() {
    Scene scene = Scene.in(folder);
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);
    scene.knows(emil, TrustState.KNOWN);
    store(scene, ada.endorsementOf(emil.key(), Optional.empty()));
    store(scene, carl.endorsementOf(emil.key(), Optional.empty()));

    assertThat(scene.run().promoted()).containsExactly(emil.key());
  }

  @Test
  void aStoredEndorsementWhoseSignatureDoesNotVerifyDoesNotCount() {
    Scene scene = Scene.in(folder);
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);
    scene.knows(emil, TrustState.KNOWN);
    store(scene, ada.endorsementOf(emil.key(), Optional.empty()));
    store(scene, carl.endorsementOf(emil.key(), Optional.empty()).with("note", "changed by hand"));

    assertThat(scene.run().promoted()).isEmpty();
  }

  @Test
  void endorsementsOfSomebodysContentDoNotPromoteThem() {
    Scene scene = Scene.in(folder);
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);
    scene.knows(emil, TrustState.KNOWN);
    for (FakePeer endorser : new FakePeer[] {ada, carl}) {
      store(
          scene,
          endorser.endorsementOf(
              new Endorsement.Target.OfContent(ContentHash.ofBytes(emil.key().bytes())),
              Optional.of(emil.endpoint),
              FakePeer.SIGNED));
    }

    assertThat(scene.run().promoted()).isEmpty();
  }

  @Test
  void nobodyIsLiftedByThoseLiftedInTheSameRun() {
    Scene scene = Scene.in(folder, ada.endorses(carl), carl.endorses(emil));
    scene.configure(JsonObject.builder().put("endorsement_threshold", 1).build());
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.KNOWN);
    scene.knows(emil, TrustState.KNOWN);

    assertThat(scene.run().promoted()).containsExactly(carl.key());
    assertThat(scene.run().promoted()).containsExactly(emil.key());
  }

  @Test
  void theThresholdIsTheOperators() {
    Scene scene = Scene.in(folder, ada.endorses(emil), carl.endorses(emil), dora.endorses(emil));
    scene.configure(JsonObject.builder().put("endorsement_threshold", 3).build());
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);
    scene.knows(emil, TrustState.KNOWN);
    assertThat(scene.run().promoted()).isEmpty();

    scene.knows(dora, TrustState.ENDORSED);

    assertThat(scene.run().promoted()).containsExactly(emil.key());
  }

  @Test
  void aDamagedFileAmongTheEndorsementsIsReportedAndTheOthersCount() {
    Scene scene = Scene.in(folder, ada.endorses(emil), carl.endorses(emil));
    scene.knows(ada, TrustState.ENDORSED);
    scene.knows(carl, TrustState.ENDORSED);
    scene.knows(emil, TrustState.KNOWN);
    JsonObject torn = ada.endorsementOf(TestKeys.eve().publicKey(), Optional.empty());
    store(scene, torn);
    Path file =
        scene
            .bob()
            .home()
            .runtime()
            .resolve("endorsements/received/sha256-" + ContentHash.of(torn).hex() + ".json");
    scene.bob().node().writeText(file, "{torn");

    assertThat(scene.run().promoted()).containsExactly(emil.key());
    assertThat(scene.ops()).anyMatch(line -> line.contains(file.getFileName().toString()));
  }

  private static void store(Scene scene, JsonObject endorsement) {
    scene
        .bob()
        .store()
        .commit(
            new ChangeSet().add(ObjectStore.put(ObjectStore.ENDORSEMENTS_RECEIVED, endorsement)));
  }
}
