package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class BootstrapTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");

  private Scene scene;

  @BeforeEach
  void aNode() {
    scene = Scene.in(folder, ada);
  }

  @Test
  void aSeedBecomesEndorsedAndGetsAnnounceAndSubscribe() {
    FollowResult result = scene.seed(ada);

    assertThat(result.outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(result.idle()).isFalse();
    assertThat(scene.row(ada))
        .contains(
            Peer.met(
                "ada", ada.key(), ada.endpoint, TrustState.ENDORSED, scene.bob().node().now()));
    assertThat(scene.isRequested(ada)).isTrue();
    assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
    assertThat(scene.bob().store().peerIdentity(ada.key())).contains(ada.identity());
    assertThat(scene.session()).hasSize(1).first().asString().startsWith("[network] ");
  }

  @Test
  void aSecondTimeChangesNothing() {
    scene.seed(ada);
    scene.empty(OutboxKind.NETWORK);

    FollowResult again = scene.seed(ada);

    assertThat(again.outcome()).isEqualTo(FollowResult.FollowStatus.ALREADY);
    assertThat(again.idle()).isTrue();
    assertThat(scene.waitingFor(ada)).isEmpty();
    assertThat(scene.session()).hasSize(1);
  }

  @Test
  void theFirstRunOfNetworkAfterwardsNeitherAnnouncesNorSubscribesAgain() {
    scene.seed(ada);

    assertThat(scene.run().idle()).isTrue();
    scene.empty(OutboxKind.NETWORK);
    assertThat(scene.run().idle()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "KNOWN", "ENDORSED"})
  void aPeerMetBeforeIsRaisedToEndorsed(TrustState trust) {
    scene.bob().put(scene.knows(ada, trust).withNotes("met before"));

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(scene.trust(ada)).isEqualTo(TrustState.ENDORSED);
    assertThat(scene.row(ada).map(Peer::notes)).contains("met before");
    assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
  }

  @Test
  void aTrustedSeedStaysTrusted() {
    scene.knows(ada, TrustState.TRUSTED);

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(scene.trust(ada)).isEqualTo(TrustState.TRUSTED);
    assertThat(scene.isRequested(ada)).isTrue();
  }

  @Test
  void aBlockedSeedStaysBlockedAndIsReported() {
    scene.knows(ada, TrustState.BLOCKED);

    FollowResult result = scene.seed(ada);

    assertThat(result.outcome()).isEqualTo(FollowResult.FollowStatus.BLOCKED);
    assertThat(result.summary()).contains("blocked").contains("unblock");
    assertThat(scene.trust(ada)).isEqualTo(TrustState.BLOCKED);
    assertThat(scene.waitingFor(ada)).isEmpty();
  }

  @Test
  void aBlockedSeedThatChangedItsKeyStaysBlockedUnderBoth() {
    KeyPair next = TestKeys.named("ada's next key");
    scene.knows(ada, TrustState.BLOCKED);
    scene
        .peers()
        .answer(
            ada.endpoint,
            "/identity",
            ScriptedPeers.json(
                IdentityDocument.rotate(ada.keys, next, ada.claims(), FakePeer.SIGNED).json()));

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.BLOCKED);
    assertThat(scene.trust(ada)).isEqualTo(TrustState.BLOCKED);
    assertThat(scene.row(next.publicKey()).map(Peer::trust)).contains(TrustState.BLOCKED);
  }

  @Test
  void aSeedThatChangedItsKeyKeepsItsRow() {
    KeyPair next = TestKeys.named("ada's next key");
    scene.seed(ada);
    scene
        .peers()
        .answer(
            ada.endpoint,
            "/identity",
            ScriptedPeers.json(
                IdentityDocument.rotate(ada.keys, next, ada.claims(), FakePeer.SIGNED).json()));

    assertThat(scene.seed(ada).outcome().isSuccess()).isTrue();
    assertThat(scene.row(ada)).isEmpty();
    assertThat(scene.row(next.publicKey()).map(Peer::trust)).contains(TrustState.ENDORSED);
  }

  @Test
  void anUnreachableSeedIsAValueAndTheNextSeedIsTried() {
    FakePeer gone = FakePeer.named("gone");

    FollowResult result = scene.seed(gone);

    assertThat(result.outcome()).isEqualTo(FollowResult.FollowStatus.UNREACHABLE);
    assertThat(result.summary()).contains(gone.endpoint.toString(), "connection refused");
    assertThat(scene.ops()).hasSize(1);
    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 404, 500})
  void aSeedThatAnswersAnythingBut200IsUnreachable(int status) {
    scene.peers().answer(ada.endpoint, "/identity", ScriptedPeers.answered(status, "{}"));

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.UNREACHABLE);
    assertThat(scene.row(ada)).isEmpty();
  }

  @Test
  void aSeedAtAForbiddenAddressIsUnreachable() {
    scene.peers().answer(ada.endpoint, "/identity", new PeerReply.Forbidden("private address"));

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.UNREACHABLE);
  }

  @Test
  void aSeedWhoseSignatureDoesNotVerifyIsInvalid() {
    scene
        .peers()
        .answer(
            ada.endpoint,
            "/identity",
            ScriptedPeers.json(ada.identity().json().with("name", "Mallory")));

    FollowResult result = scene.seed(ada);

    assertThat(result.outcome()).isEqualTo(FollowResult.FollowStatus.INVALID);
    assertThat(result.why().orElseThrow()).contains("invalid-signature");
    assertThat(scene.row(ada)).isEmpty();
  }

  @Test
  void thisNodeIsNoSeedOfItself() {
    scene
        .peers()
        .answer(
            ada.endpoint, "/identity", ScriptedPeers.json(scene.bob().node().identity().json()));

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.OURSELVES);
    assertThat(scene.bob().store().peers().peers()).isEmpty();
  }

  @Test
  void anotherKeyThatClaimsOurEndpointIsNoSeed() {
    scene
        .peers()
        .answer(
            ada.endpoint,
            "/identity",
            ScriptedPeers.json(
                IdentityDocument.create(
                        ada.keys,
                        new IdentityDocument.Claims(
                            "ada",
                            TestNode.BOB_ENDPOINT,
                            java.util.Optional.empty(),
                            java.util.Optional.empty()),
                        FakePeer.SIGNED)
                    .json()));

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.OURSELVES);
  }

  @Test
  void aSeedWhoseRowCannotBeReadIsRefusedWithAHint() {
    scene.knows(ada, TrustState.BLOCKED);
    Path file = scene.bob().home().peers();
    scene
        .bob()
        .node()
        .writeText(
            file, scene.bob().node().readText(file).orElseThrow().replace("blocked", "blokced"));

    FollowResult result = scene.seed(ada);

    assertThat(result.outcome()).isEqualTo(FollowResult.FollowStatus.REFUSED);
    assertThat(result.why().orElseThrow()).contains("peers.md");
    assertThat(scene.waitingFor(ada)).isEmpty();
  }

  @Test
  void aSecondTimeTakesTheSeedsNewName() {
    scene.seed(ada);
    IdentityDocument renamed =
        IdentityDocument.create(
            ada.keys,
            new IdentityDocument.Claims(
                "Ada", ada.endpoint, java.util.Optional.empty(), java.util.Optional.empty()),
            scene.bob().node().now());
    scene.peers().answer(ada.endpoint, "/identity", ScriptedPeers.json(renamed.json()));

    scene.seed(ada);

    assertThat(scene.row(ada).map(Peer::name)).contains("Ada");
    assertThat(scene.bob().store().peerIdentity(ada.key())).contains(renamed);
  }

  @Test
  void aCrashAtAnyFileOperationLosesAndDoublesNothing() {
    ScriptedPeers peers = new ScriptedPeers(ada);
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        node -> {},
        node -> Scene.seed(node, peers, ada),
        node -> {
          Scene swept = new Scene(node, peers);
          assertThat(swept.trust(ada)).isEqualTo(TrustState.ENDORSED);
          assertThat(swept.isRequested(ada)).isTrue();
          assertThat(swept.waitingFor(ada)).containsExactly("announce", "subscribe");
          assertThat(swept.session()).hasSize(1);
          assertThat(node.store().peerIdentity(ada.key())).isPresent();
        });
  }

  @Test
  void resultsAsDataSayHowItWent() {
    assertThat(scene.seed(ada).toJson().string("outcome")).contains("done");
    assertThat(scene.seed(FakePeer.named("gone")).toJson().string("why"))
        .contains("connection refused");
  }
}
