package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/** What becomes of our wish to follow a peer when the subscribe does not arrive. */
class SubscribeOutcomeTest {
  @TempDir private Path folder;
  private World world;
  private Peer ann;

  @BeforeEach
  void annWasAsked() {
    world = World.in(folder);
    ann = world.peer("ann");
    world
        .store()
        .commit(new ChangeSet().addAll(SubscriptionRequest.ask(ann, world.node().node().now())));
    world.node().configure(Config.empty().with(DeliverySettings.GIVE_UP, Duration.ZERO).json());
  }

  @Test
  void aSubscribeThatArrivedIsStillOnlyRequested() throws Exception {
    assertThat(world.run().delivered()).isEqualTo(1);

    assertThat(isRequested()).isTrue();
    assertThat(row().subscribed()).isFalse();
  }

  @Test
  void givingUpEndsTheRequestAndClearsTheFlagOfAnOldTable() throws Exception {
    world.node().put(ann.withSubscribed(true));
    world
        .peers()
        .always(ann.endpoint(), FakePeers.reply(new PeerReply.Unreachable("refused", false)));

    for (int i = 0; i < 3; i++) {
      assertThat(isRequested()).isTrue();
      world.runAfter(Duration.ofHours(1));
    }

    assertThat(world.failed()).hasSize(1);
    assertThat(row().subscribed()).isFalse();
    assertThat(SubscriptionRequest.of(world.store(), ann.publicKey())).isEmpty();
  }

  @Test
  void aPeerThatRefusesIsRememberedAsHavingRefused() throws Exception {
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(403)));

    world.run();

    assertThat(SubscriptionRequest.of(world.store(), ann.publicKey()))
        .map(SubscriptionRequest::state)
        .contains(SubscriptionRequest.State.REJECTED);
  }

  @Test
  void aPeerThatWasBlockedMeanwhileIsNeitherFollowedNorAsked() throws Exception {
    world.node().put(ann.withTrust(TrustState.BLOCKED));

    world.run();

    assertThat(SubscriptionRequest.of(world.store(), ann.publicKey())).isEmpty();
  }

  private boolean isRequested() {
    return SubscriptionRequest.isRequested(world.store(), ann.publicKey());
  }

  private Peer row() {
    return world.store().peers().find(ann.publicKey()).orElseThrow();
  }
}
