package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.store.Peer;

/** Who is posted to when. */
class SendingOrderTest {
  @TempDir private Path folder;
  private World world;

  @BeforeEach
  void makeWorld() {
    world = World.in(folder);
  }

  @Test
  void freshItemsGoBeforeBacklog() throws Exception {
    Peer ann = world.peer("ann");
    Peer ben = world.peer("ben");
    world.direct("a-backlog", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    world.run();
    world.direct("z-fresh", ben);

    world.runAfter(Duration.ofMinutes(15));

    assertThat(world.peers().requests())
        .extracting(FakePeers.Request::endpoint)
        .containsExactly(ann.endpoint(), ben.endpoint(), ann.endpoint());
  }

  @Test
  void onePeerGetsItsItemsInTheOrderOfTheirNames() throws Exception {
    Peer ann = world.peer("ann");
    for (String name : List.of("c", "a", "d", "b")) {
      world.direct(name, ann);
    }
    world.run();
    assertThat(world.peers().requests())
        .extracting(
            request ->
                request.envelope().object("payload").orElseThrow().string("body").orElseThrow())
        .containsExactly("Hello from a", "Hello from b", "Hello from c", "Hello from d");
  }

  @Test
  void tenAreSentAtATimeAndNoMore() throws Exception {
    CountDownLatch ten = new CountDownLatch(10);
    for (int i = 0; i < 25; i++) {
      Peer peer = world.subscriber("peer-" + i);
      world
          .peers()
          .always(
              peer.endpoint(),
              keep -> {
                keep.run();
                ten.countDown();
                awaitAll(ten);
                return FakePeers.answer(202);
              });
    }
    world.content("essay");

    assertThat(world.run().delivered()).isEqualTo(25);
    // The clock stands still, so that nobody counts as slow and gives its place to another.
    assertThat(world.peers().mostAtOnce()).isEqualTo(10);
  }

  @Test
  void progressCountsUpToTheTotal() throws Exception {
    Peer ann = world.subscriber("ann");
    world.subscriber("ben");
    world.content("essay");
    world.direct("a", ann);
    world.direct("b", ann);
    world.peers().next(ann.endpoint(), FakePeers.reply(FakePeers.answer(503)));
    List<String> seen = new ArrayList<>();

    new Delivery(world.node().node(), world.store(), world.peers())
        .run(false, (done, total) -> seen.add(done + "/" + total));

    assertThat(seen).containsExactly("1/4", "2/4", "3/4", "4/4");
  }

  @Test
  void manyItemsAreSentInSeveralBatchesAndNoneIsLost() throws Exception {
    Peer ann = world.peer("ann");
    Peer ben = world.subscriber("ben");
    for (int i = 0; i < 60; i++) {
      world.direct("item-" + i, ann);
      world.content("essay-" + i);
    }
    assertThat(world.run().delivered()).isEqualTo(120);
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(60);
    assertThat(world.peers().keptBy(ben.publicKey())).hasSize(60);
    assertThat(world.pending()).isEmpty();
  }

  private static void awaitAll(CountDownLatch latch) {
    try {
      assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
