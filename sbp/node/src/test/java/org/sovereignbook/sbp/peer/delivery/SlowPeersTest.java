package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.TestKeys;

/** Endpoints that take their time, and what they cost the others. */
class SlowPeersTest {
  private static final PeerReply TIMEOUT = new PeerReply.Unknown("no answer within 30 seconds");

  @TempDir private Path folder;
  private World world;

  @BeforeEach
  void makeWorld() {
    world = World.in(folder);
  }

  @Test
  void aPeerThatLetsUsWaitKeepsNobodyElsesItemBack() throws Exception {
    configure("max_connections", 1);
    CountDownLatch others = new CountDownLatch(60);
    for (int i = 0; i < 10; i++) {
      world
          .peers()
          .always(
              world.subscriber("pit-" + i).endpoint(),
              keep -> {
                world.node().clock().advance(Duration.ofSeconds(1));
                await(others);
                return TIMEOUT;
              });
    }
    Peer ann = world.peer("ann");
    world.peers().always(ann.endpoint(), counting(others));
    world.content("a-essay");
    for (int i = 0; i < 60; i++) {
      world.direct("message-" + i, ann);
    }

    DeliveryResult result = world.run();

    assertThat(result.delivered()).isEqualTo(60);
    assertThat(result.retried()).isEqualTo(10);
  }

  @Test
  void whoAnsweredSlowlyBeforeIsAskedOnceTheOthersAreThrough() throws Exception {
    Peer pit = world.subscriber("a-pit");
    world.peers().next(pit.endpoint(), slowly(FakePeers.answer(202)));
    world.content("first");
    world.run();
    assertThat(world.store().state(StateDocument.ANSWER_TIMES).orElseThrow().object("endpoints"))
        .isPresent();
    for (int i = 0; i < 5; i++) {
      world.subscriber("b-quick-" + i);
    }
    world.content("second");

    world.run();

    assertThat(world.peers().requests().getLast().endpoint()).isEqualTo(pit.endpoint());
  }

  @Test
  void friendsGoBeforeStrangers() throws Exception {
    configure("max_connections", 1);
    for (int i = 0; i < 5; i++) {
      world.subscriber("a-stranger-" + i);
    }
    Peer friend = world.subscriber("z-friend").withTrust(TrustState.TRUSTED);
    world.node().put(friend);
    world.content("essay");

    world.run();

    assertThat(world.peers().requests().getFirst().endpoint()).isEqualTo(friend.endpoint());
  }

  @Test
  void manyKeysAtOneSilentHostCostOneOrTwoPosts() throws Exception {
    for (int i = 0; i < 50; i++) {
      Peer key =
          world
              .node()
              .addPeer(
                  "key-" + i,
                  TestKeys.named("key-" + i),
                  Endpoint.parse("https://pit.example/" + i),
                  TrustState.KNOWN)
              .withSubscriber(true);
      world.node().put(key);
      world.peers().always(key.endpoint(), slowly(TIMEOUT));
    }
    world.content("essay");

    DeliveryResult result = world.run();

    assertThat(world.peers().requests()).hasSizeLessThanOrEqualTo(Poster.MAX_PER_HOST);
    assertThat(result.waiting()).isGreaterThanOrEqualTo(48);
    assertThat(world.peers().mostAtOnce()).isLessThanOrEqualTo(Poster.MAX_PER_HOST);
  }

  @Test
  void whatIsLeftWhenTheTimeIsOverWaitsAndCountsForNothing() throws Exception {
    configure("run_limit_seconds", 60);
    for (int i = 0; i < 5; i++) {
      Peer peer = world.peer("peer-" + i);
      world.peers().next(peer.endpoint(), slowly(FakePeers.answer(202)));
      world.direct("item-" + i, peer);
    }
    configure("max_connections", 1);

    DeliveryResult first = world.run();
    assertThat(first.delivered()).isBetween(1, 4);
    assertThat(first.waiting()).isEqualTo(5 - first.delivered());
    assertThat(world.pending())
        .allSatisfy(
            id -> {
              assertThat(world.item(id).has("_retry_count")).isFalse();
              assertThat(world.item(id).has("_timestamp")).isFalse();
            });

    int delivered = first.delivered();
    while (delivered < 5) {
      DeliveryResult next = world.run();
      assertThat(next.delivered()).isPositive();
      delivered += next.delivered();
    }
    assertThat(world.pending()).isEmpty();
  }

  /** As if it took 31 seconds. */
  private FakePeers.Behaviour slowly(PeerReply reply) {
    return keep -> {
      keep.run();
      world.node().clock().advance(Duration.ofSeconds(31));
      return reply;
    };
  }

  private static FakePeers.Behaviour counting(CountDownLatch latch) {
    return keep -> {
      keep.run();
      latch.countDown();
      return FakePeers.answer(202);
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void configure(String name, int value) {
    JsonObject config = world.node().node().config().json();
    JsonObject section = config.object("delivery_config").orElse(JsonObject.empty());
    world.node().configure(config.with("delivery_config", section.with(name, value)));
  }
}
