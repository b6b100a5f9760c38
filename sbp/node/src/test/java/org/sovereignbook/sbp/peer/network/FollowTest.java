package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class FollowTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");

  private Scene scene;

  @BeforeEach
  void aNode() {
    scene = Scene.in(folder, ada);
  }

  @Test
  void followingEndorsesAnnouncesAndSubscribes() {
    FollowResult result = scene.follow(ada);

    assertThat(result.outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(scene.trust(ada)).isEqualTo(TrustState.ENDORSED);
    assertThat(scene.isRequested(ada)).isTrue();
    assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
    assertThat(created(scene.bob())).hasSize(1);
  }

  @Test
  void theEndorsementIsSignedNamesTheEndpointAndIsOnItsWay() {
    FollowResult result = scene.follow(ada);
    JsonObject stored = created(scene.bob()).getFirst();

    assertThat(Endorsement.validate(stored))
        .isInstanceOfSatisfying(
            Checked.Valid.class,
            valid -> {
              Endorsement endorsement = (Endorsement) valid.value();
              assertThat(endorsement.endorserKey()).isEqualTo(TestKeys.bob().publicKey());
              assertThat(endorsement.endorserEndpoint()).isEqualTo(TestNode.BOB_ENDPOINT);
              assertThat(endorsement.target())
                  .isEqualTo(new Endorsement.Target.OfIdentity(ada.key()));
              assertThat(endorsement.targetEndpoint()).contains(ada.endpoint);
            });
    assertThat(result.endorsement()).contains(ContentHash.of(stored));
    JsonObject item = Scene.items(scene.bob(), OutboxKind.ENDORSEMENTS).getFirst();
    assertThat(OutboxItems.withoutMetadata(item)).isEqualTo(stored);
    assertThat(OutboxItems.recipient(item)).contains(ada.key());
    assertThat(OutboxItems.recipientEndpoint(item)).contains(ada.endpoint);
  }

  @Test
  void aSecondTimeChangesNothing() {
    scene.follow(ada);
    scene.empty(OutboxKind.NETWORK);
    scene.empty(OutboxKind.ENDORSEMENTS);

    FollowResult again = scene.follow(ada);

    assertThat(again.outcome()).isEqualTo(FollowResult.FollowStatus.ALREADY);
    assertThat(again.idle()).isTrue();
    assertThat(created(scene.bob())).hasSize(1);
    assertThat(scene.bob().store().outbox().pending()).isEmpty();
    assertThat(scene.session()).hasSize(1);
  }

  @Test
  void followingASeedAddsOnlyTheEndorsement() {
    scene.seed(ada);
    scene.empty(OutboxKind.NETWORK);

    assertThat(scene.follow(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(scene.waitingFor(ada)).isEmpty();
    assertThat(Scene.items(scene.bob(), OutboxKind.ENDORSEMENTS)).hasSize(1);
  }

  @Test
  void aTrustedPeerStaysTrusted() {
    scene.knows(ada, TrustState.TRUSTED);

    scene.follow(ada);

    assertThat(scene.trust(ada)).isEqualTo(TrustState.TRUSTED);
  }

  @Test
  void aBlockedPeerIsNeitherEndorsedNorFollowed() {
    scene.knows(ada, TrustState.BLOCKED);

    assertThat(scene.follow(ada).outcome()).isEqualTo(FollowResult.FollowStatus.BLOCKED);
    assertThat(scene.trust(ada)).isEqualTo(TrustState.BLOCKED);
    assertThat(created(scene.bob())).isEmpty();
    assertThat(scene.bob().store().outbox().pending()).isEmpty();
  }

  @Test
  void anUnreachablePeerIsAValue() {
    FollowResult result = scene.follow(FakePeer.named("gone"));

    assertThat(result.outcome()).isEqualTo(FollowResult.FollowStatus.UNREACHABLE);
    assertThat(result.toJson().string("why")).contains("connection refused");
    assertThat(created(scene.bob())).isEmpty();
  }

  @Test
  void anEndorsementOfItsContentIsNoReasonNotToEndorseAPeer() {
    JsonObject ofContent =
        org.sovereignbook.sbp.base.crypto.Signing.sign(
            Endorsement.build(
                TestKeys.bob().publicKey(),
                TestNode.BOB_ENDPOINT,
                new Endorsement.Target.OfContent(ContentHash.ofBytes(new byte[] {1})),
                Optional.empty(),
                Optional.empty(),
                scene.bob().node().now()),
            TestKeys.bob(),
            "endorser_key");
    scene
        .bob()
        .store()
        .commit(
            new org.sovereignbook.sbp.store.ChangeSet()
                .add(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, ofContent)));

    scene.follow(ada);

    assertThat(created(scene.bob())).hasSize(2);
  }

  @Test
  void aCrashAtAnyFileOperationLosesAndDoublesNothing() {
    ScriptedPeers peers = new ScriptedPeers(ada);
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        node -> {},
        node -> Scene.follow(node, peers, ada),
        node -> {
          Scene swept = new Scene(node, peers);
          assertThat(swept.waitingFor(ada)).containsExactly("announce", "subscribe");
          assertThat(Scene.items(node, OutboxKind.ENDORSEMENTS)).hasSize(1);
          assertThat(created(node)).hasSize(1);
          assertThat(swept.trust(ada)).isEqualTo(TrustState.ENDORSED);
          assertThat(swept.session()).hasSize(1);
        });
  }

  private static List<JsonObject> created(TestNode node) {
    var objects = node.store().objects();
    return objects.hashes(ObjectStore.ENDORSEMENTS_CREATED).stream()
        .map(hash -> objects.find(ObjectStore.ENDORSEMENTS_CREATED, hash).orElseThrow())
        .toList();
  }
}
