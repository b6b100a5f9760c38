package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Deliver is killed at every file operation; afterwards each peer has each item exactly once. */
class DeliveryCrashTest {
  @TempDir private Path folder;
  private final Map<Path, FakePeers> peersOf = new HashMap<>();

  @Test
  void everyPeerHasEveryItemOnceWhereverDeliverWasKilled() {
    CrashSweep.overEveryOperation(
        folder,
        node -> {
          World world = world(node);
          Peer ann = world.subscriber("ann");
          Peer ben = world.subscriber("ben");
          world.content("essay");
          world.put(OutboxKind.REPLIES, "ping-1", World.directTo(ann, "ping"));
          world.put(OutboxKind.REPLIES, "ping-2", World.directTo(ann, "ping"));
          world.put(OutboxKind.NETWORK, "pong", World.directTo(ben, "pong"));
        },
        this::deliver,
        node -> {
          World world = world(node);
          assertThat(kept(world, "ann")).isEqualTo(3);
          assertThat(kept(world, "ben")).isEqualTo(2);
          assertThat(world.pending()).isEmpty();
          assertThat(world.failed()).isEmpty();
          assertThat(world.sent()).containsExactly("essay", "ping-1", "ping-2", "pong");
          assertThat(world.store().peers().find(TestKeys.named("ann").publicKey()))
              .hasValueSatisfying(peer -> assertThat(peer.lastContact()).isPresent());
          assertThat(world.log()).doesNotHaveDuplicates();
        });
  }

  /** The machine was down for a while, so the second run would write other envelopes. */
  @Test
  void crashIsForgivenEvenWhenTheNodeComesBackHoursLater() {
    CrashSweep.overEveryOperation(
        folder,
        node -> {
          World world = world(node);
          world.subscriber("ann");
          world.content("essay");
        },
        node -> {
          deliver(node);
        },
        node -> {
          World world = world(node);
          node.clock().advance(Duration.ofHours(5));
          deliver(node.node());
          assertThat(kept(world, "ann")).isEqualTo(1);
          assertThat(world.sent()).containsExactly("essay");
        });
  }

  @Test
  void failureAndTimeOutAreCountedOnceWhereverDeliverWasKilled() {
    CrashSweep.overEveryOperation(
        folder,
        node -> {
          World world = world(node);
          Peer ann = world.subscriber("ann");
          Peer ben = world.subscriber("ben");
          world.content("essay");
          world.peers().always(ann.endpoint(), FakePeers.keepAndTimeOut());
          world.peers().always(ben.endpoint(), FakePeers.reply(FakePeers.answer(410)));
          node.node().writeText(node.home().outbox().resolve("replies/torn.json"), "{\"a\":");
        },
        this::deliver,
        node -> {
          World world = world(node);
          assertThat(kept(world, "ann")).isEqualTo(1);
          var item = world.item(world.pending().getFirst());
          assertThat(World.state(item, TestKeys.named("ann").publicKey()).integer("attempts"))
              .hasValue(1);
          assertThat(World.state(item, TestKeys.named("ben").publicKey()).string("status"))
              .contains("rejected");
          assertThat(world.failed()).containsExactly("torn");
          // The machine comes back much later, and the answer of the peer is heard at last.
          node.clock().advance(Duration.ofHours(20));
          world
              .peers()
              .always(
                  org.sovereignbook.sbp.base.protocol.Endpoint.parse("https://ann.example"),
                  keep -> {
                    keep.run();
                    return FakePeers.answer(202);
                  });
          deliver(node.node());
          assertThat(kept(world, "ann")).isEqualTo(1);
          assertThat(world.pending()).isEmpty();
        });
  }

  private void deliver(Node node) {
    try {
      world(node.home().root()).run(node, false);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private final Map<Path, TestNode> nodes = new HashMap<>();

  private World world(TestNode node) {
    nodes.put(node.home().root(), node);
    return world(node.home().root());
  }

  private World world(Path root) {
    TestNode node = Optional.ofNullable(nodes.get(root)).orElseThrow();
    return new World(node, peersOf.computeIfAbsent(root, _ -> new FakePeers(node.clock())));
  }

  private static long kept(World world, String name) {
    return world.peers().keptBy(TestKeys.named(name).publicKey()).stream()
        .map(Envelope::hash)
        .count();
  }
}
