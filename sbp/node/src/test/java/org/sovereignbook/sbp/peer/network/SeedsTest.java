package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestNode;

/** A node joins the network through its configured seeds by itself, each once. */
class SeedsTest {
  private final FakePeer ada = FakePeer.named("ada");
  private final FakePeer ben = FakePeer.named("ben");
  private Scene scene;

  @BeforeEach
  void aNodeWhoseSeedsAreDown(@TempDir Path folder) {
    scene = Scene.in(folder, ada, ben);
    scene
        .bob()
        .configure(
            Config.empty()
                .with(
                    NetworkSettings.SEEDS,
                    List.of(ada.endpoint.toString(), ben.endpoint.toString()))
                .json());
    isDown(ada);
    isDown(ben);
  }

  @Test
  void aSeedThatIsBackIsJoinedThroughByTheNextRun() {
    assertThat(scene.run().seeds()).isEmpty();
    assertThat(seeds().notJoined()).containsExactly(ada.endpoint, ben.endpoint);

    isBack(ada);
    NetworkResult result = scene.run();

    assertThat(result.seeds()).containsExactly(ada.key());
    assertThat(result.idle()).isFalse();
    assertThat(result.summary()).startsWith("joined through 1 seed, asked ");
    assertThat(scene.trust(ada)).isEqualTo(TrustState.ENDORSED);
    assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
    assertThat(seeds().notJoined()).containsExactly(ben.endpoint);
    scene.empty(OutboxKind.NETWORK);
    assertThat(scene.run().seeds()).isEmpty();
    assertThat(scene.waitingFor(ada)).isEmpty();
  }

  @Test
  void aSeedThatWasMetAsAStrangerMeanwhileIsJoinedThroughAllTheSame() {
    scene.knows(ada, TrustState.KNOWN);
    isBack(ada);
    assertThat(scene.run().seeds()).containsExactly(ada.key());
    assertThat(scene.trust(ada)).isEqualTo(TrustState.ENDORSED);
  }

  @Test
  void whatTheOperatorDecidedAboutASeedAfterwardsStays() {
    isBack(ada);
    scene.run();
    Peer row = scene.row(ada).orElseThrow();
    scene.bob().put(row.withTrust(TrustState.KNOWN));
    scene.empty(OutboxKind.NETWORK);

    assertThat(scene.run().seeds()).isEmpty();
    assertThat(scene.trust(ada)).isEqualTo(TrustState.KNOWN);
    assertThat(scene.waitingFor(ada)).isEmpty();
  }

  @Test
  void aSeedJoinedThroughByHandOrByAnEarlierVersionIsNotAskedAgain() {
    isBack(ada);
    scene.seed(ada);
    scene.knows(ben, TrustState.TRUSTED);
    isBack(ben);
    assertThat(seeds().notJoined()).isEmpty();
    scene.empty(OutboxKind.NETWORK);

    assertThat(scene.run().seeds()).isEmpty();
    scene.bob().put(scene.row(ben).orElseThrow().withTrust(TrustState.KNOWN));
    assertThat(scene.run().seeds()).isEmpty();
    assertThat(scene.trust(ben)).isEqualTo(TrustState.KNOWN);
  }

  @Test
  void aBlockedSeedStaysBlockedAndIsNotWaitedFor() {
    scene.knows(ada, TrustState.BLOCKED);
    isBack(ada);
    assertThat(scene.run().seeds()).isEmpty();
    assertThat(scene.trust(ada)).isEqualTo(TrustState.BLOCKED);
    assertThat(seeds().notJoined()).containsExactly(ben.endpoint);
  }

  @Test
  void anotherPageInThePlaceOfASeedIsTriedAgainToo() {
    scene.peers().answer(ada.endpoint, "/identity", ScriptedPeers.answered(200, "<html>"));
    assertThat(scene.run().seeds()).isEmpty();
    assertThat(seeds().notJoined()).contains(ada.endpoint);
    isBack(ada);
    assertThat(scene.run().seeds()).containsExactly(ada.key());
  }

  @Test
  void noSeedIsAskedAfterTheTimeForThemIsOver() throws InterruptedException {
    isBack(ada);
    assertThat(seeds().join(scene.peers(), Instant.MIN)).isEmpty();
    assertThat(scene.peers().requests()).isEmpty();
  }

  private Seeds seeds() {
    TestNode bob = scene.bob();
    return new Seeds(bob.node(), bob.store());
  }

  private void isDown(FakePeer peer) {
    scene
        .peers()
        .answer(peer.endpoint, "/identity", new PeerReply.Unreachable("nobody there", false));
  }

  private void isBack(FakePeer peer) {
    scene.peers().answer(peer.endpoint, "/identity", ScriptedPeers.json(peer.identity().json()));
  }
}
