package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.TestKeys;

/** Followers that take nothing do not keep their seats. */
class SeatsTest {
  @TempDir private Path folder;
  private World world;
  private Peer stranger;
  private Peer friend;

  @BeforeEach
  void makeWorld() {
    world = World.in(folder);
    stranger = world.subscriber("stranger");
    friend = world.subscriber("friend").withTrust(TrustState.ENDORSED);
    world.node().put(friend);
  }

  @Test
  void aStrangerLosesItsSeatAfterFiveRunsOverTwoDaysAndMayComeAgain() throws Exception {
    world.peers().always(stranger.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    for (int i = 0; i < 4; i++) {
      publishAndRun(i, Duration.ofDays(1));
      assertThat(follows(stranger)).isTrue();
    }
    publishAndRun(4, Duration.ofDays(1));

    assertThat(follows(stranger)).isFalse();
    assertThat(follows(friend)).isTrue();
    assertThat(world.log()).anyMatch(line -> line.contains("\"stranger\" follows us no more"));

    world.node().put(row(stranger).withSubscriber(true));
    publishAndRun(5, Duration.ofDays(1));
    assertThat(follows(stranger)).isTrue();
  }

  @Test
  void aStrangerThatRefusesAllLosesItsSeatToo() throws Exception {
    world.peers().always(stranger.endpoint(), FakePeers.reply(FakePeers.answer(404)));
    for (int i = 0; i < 5; i++) {
      publishAndRun(i, Duration.ofDays(1));
    }
    assertThat(follows(stranger)).isFalse();
  }

  @Test
  void fiveFailuresWithinADayAreNotEnoughAndOneThatArrivesBeginsAnew() throws Exception {
    world.peers().always(stranger.endpoint(), FakePeers.reply(FakePeers.answer(404)));
    for (int i = 0; i < 8; i++) {
      publishAndRun(i, Duration.ofHours(1));
    }
    assertThat(follows(stranger)).isTrue();
    world.peers().always(stranger.endpoint(), FakePeers.ACCEPT);
    publishAndRun(8, Duration.ofDays(3));
    assertThat(world.store().state(StateDocument.UNSERVED).orElseThrow().object("subscribers"))
        .hasValueSatisfying(left -> assertThat(left.members()).isEmpty());
  }

  @Test
  void aFriendLosesItByGiveUpAloneAndHasItBackWhenItIsHeardOf() throws Exception {
    world.peers().always(friend.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    for (int i = 0; i < 7; i++) {
      publishAndRun(i, Duration.ofDays(1));
      assertThat(follows(friend)).isTrue();
    }
    publishAndRun(8, Duration.ofDays(1));
    assertThat(follows(friend)).isFalse();

    world.runAfter(Duration.ofHours(1));
    assertThat(follows(friend)).isFalse();
    world.peers().always(friend.endpoint(), FakePeers.ACCEPT);
    world.node().put(row(friend).contactedAt(world.node().node().now()));
    publishAndRun(9, Duration.ofDays(1));

    assertThat(follows(friend)).isTrue();
    assertThat(world.peers().keptBy(friend.publicKey())).isNotEmpty();
  }

  @Test
  void aFriendHasItBackUnderAKeyThatItRotatedToMeanwhile() throws Exception {
    world.peers().always(friend.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    for (int i = 0; i < 9; i++) {
      publishAndRun(i, Duration.ofDays(1));
    }
    assertThat(follows(friend)).isFalse();

    Peer rotated = rotated(friend);
    world.node().put(rotated.contactedAt(world.node().node().now().plus(Duration.ofHours(1))));
    world.peers().always(friend.endpoint(), FakePeers.ACCEPT);
    publishAndRun(9, Duration.ofDays(1));

    assertThat(follows(rotated)).isTrue();
  }

  /** Applies a rotation of a peer's key, and returns its row. */
  private Peer rotated(Peer peer) {
    KeyPair next = TestKeys.named("the next key");
    IdentityDocument document =
        IdentityDocument.rotate(
            TestKeys.named(peer.name()),
            next,
            new IdentityDocument.Claims(
                peer.name(), peer.endpoint(), Optional.empty(), Optional.empty()),
            world.node().node().now());
    PeerTable before = world.store().peers();
    Introduction heard = Introduction.of(world.store(), before, document);
    world
        .store()
        .commit(new ChangeSet().addAll(heard.changes()).addAll(heard.table().changes(before)));
    return world.store().peers().find(next.publicKey()).orElseThrow();
  }

  private void publishAndRun(int number, Duration later) throws InterruptedException {
    world.node().clock().advance(later);
    world.content("essay-" + number);
    world.run();
  }

  private boolean follows(Peer peer) {
    return row(peer).subscriber();
  }

  private Peer row(Peer peer) {
    return world.store().peers().find(peer.publicKey()).orElseThrow();
  }
}
