package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/** What failed on the way into the network is tried again. */
class JoinAgainTest {
  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");

  private Scene scene;

  @BeforeEach
  void aNodeThatAskedAda() {
    scene = Scene.in(folder, ada);
    scene.follow(ada);
  }

  @Test
  void afterTheSubscribeWasGivenUpFollowAsksAgain() {
    givenUp("subscribe");

    assertThat(scene.follow(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(scene.waitingFor(ada)).contains("subscribe");
    assertThat(scene.isRequested(ada)).isTrue();
  }

  @Test
  void afterTheSubscribeWasGivenUpBootstrapAsksAgain() {
    givenUp("subscribe");

    assertThat(scene.seed(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(scene.waitingFor(ada)).contains("subscribe");
  }

  @Test
  void afterTheSubscribeWasGivenUpTheNextRunOfNetworkAsksAgain() {
    scene.run();
    givenUp("subscribe");

    assertThat(scene.run().subscribed()).containsExactly(ada.key());
    assertThat(scene.waitingFor(ada)).contains("subscribe");
    assertThat(scene.run().subscribed()).as("once").isEmpty();
  }

  @Test
  void whoTurnedUsDownIsNotAskedByTheNodeItselfButByItsOperator() {
    scene.run();
    scene
        .bob()
        .store()
        .commit(
            new ChangeSet().add(SubscriptionRequest.rejected(ada.key(), scene.bob().node().now())));

    assertThat(scene.run().subscribed()).isEmpty();
    assertThat(scene.follow(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    assertThat(scene.isRequested(ada)).isTrue();
  }

  @Test
  void aSubscribeThatNobodyAnswersIsSentAgainAfterAWeek() {
    scene.empty(org.sovereignbook.sbp.store.OutboxKind.NETWORK);
    scene.bob().clock().advance(Duration.ofDays(6));
    assertThat(scene.run().subscribed()).isEmpty();

    scene.bob().clock().advance(Duration.ofDays(1));
    assertThat(scene.run().subscribed()).containsExactly(ada.key());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterTheAnnounceFailedItIsQueuedAgain(boolean byNetwork) {
    fail("announce", true);

    if (byNetwork) {
      assertThat(scene.run().announced()).containsExactly(ada.key());
    } else {
      assertThat(scene.follow(ada).outcome()).isEqualTo(FollowResult.FollowStatus.DONE);
    }
    assertThat(scene.waitingFor(ada)).contains("announce");
    assertThat(scene.follow(ada).outcome()).as("once").isEqualTo(FollowResult.FollowStatus.ALREADY);
  }

  @Test
  void anAnnounceThatThePeerRefusedIsRepeatedByTheOperatorOnly() {
    fail("announce", false);

    assertThat(scene.run().announced()).isEmpty();
    scene.follow(ada);
    assertThat(scene.waitingFor(ada)).contains("announce");
  }

  @Test
  void aPeerThatIsSomewhereElseThanItsIdentitySaysIsFollowedWithAWarning() {
    FakePeer old = FakePeer.named("ada-before");
    scene.peers().answer(old.endpoint, "/identity", ScriptedPeers.json(ada.identity().json()));

    FollowResult result = scene.follow(old);

    assertThat(result.warning().orElseThrow())
        .contains(old.endpoint.toString(), ada.endpoint.toString());
    assertThat(scene.follow(ada).warning()).isEmpty();
  }

  @Test
  void aPeerThatIsKnownOnlyByAMessageIsAskedForItsIdentity() {
    FakePeer carl = FakePeer.named("carl");
    scene.peers().answer(carl.endpoint, "/identity", ScriptedPeers.json(carl.identity().json()));
    scene
        .bob()
        .addPeer(
            carl.identity().fingerprint().toString(), carl.keys, carl.endpoint, TrustState.KNOWN);

    scene.run();

    assertThat(scene.row(carl).orElseThrow().name()).isEqualTo("carl");
    assertThat(scene.bob().store().peerIdentity(carl.key())).isPresent();
  }

  /** As deliver does. */
  private void givenUp(String type) {
    fail(type, true);
    scene
        .bob()
        .store()
        .commit(new ChangeSet().addAll(SubscriptionRequest.forget(scene.bob().store(), ada.key())));
  }

  private void fail(String type, boolean unreachable) {
    OutboxId id =
        scene.bob().store().outbox().pending().stream()
            .filter(one -> one.name().startsWith(type))
            .findFirst()
            .orElseThrow();
    String now = scene.bob().node().now().toString();
    JsonObject item = scene.bob().store().outbox().read(id).orElseThrow();
    JsonObject failed = item.with(OutboxItems.FAILED_AT, now);
    scene
        .bob()
        .store()
        .commit(
            new ChangeSet()
                .add(
                    Outbox.fail(
                        id, unreachable ? failed.with(OutboxItems.FAILING_SINCE, now) : failed)));
    scene.bob().clock().advance(Duration.ofMinutes(1));
  }
}
