package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestKeys;

/** Outcomes are stored while other posts of the same run are still under way. */
class StoredOutcomesTest {
  private static final PeerReply AWAY = new PeerReply.Unreachable("no address", true);

  private World world;
  private Peer ann;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    world = World.in(folder);
    ann = world.peer("ann");
  }

  @Test
  void anOutcomeIsStoredBeforeTheNextPostOfTheSameBatchHasEnded() throws InterruptedException {
    Recorder store = new Recorder(world.store(), "a");
    world.direct("a", ann);
    world.direct("b", ann);
    world.peers().next(ann.endpoint(), FakePeers.ACCEPT, keep -> store.awaitFiled(keep));

    deliver(store);

    assertThat(world.sent()).containsExactly("a", "b");
    assertThat(store.storedInTime).isTrue();
  }

  @Test
  void aRunThatIsKilledAtEveryMessageStillMakesProgressAndRepeatsOnlyTheLastOne() {
    List.of("a", "b", "c", "d", "e").forEach(letter -> world.direct(letter, ann));
    for (String letter : List.of("a", "b", "c", "d")) {
      Recorder store = new Recorder(world.store(), letter);
      world
          .peers()
          .next(
              ann.endpoint(),
              FakePeers.ACCEPT,
              _ -> {
                store.awaitFiled(() -> {});
                throw new SimulatedCrash("in a POST");
              });
      assertThatThrownBy(() -> deliver(store)).isInstanceOf(SimulatedCrash.class);
      assertThat(store.storedInTime).as(letter).isTrue();
      world.peers().forget(ann.endpoint());
    }
    assertThat(world.sent()).containsExactly("a", "b", "c", "d");
    assertThat(world.peers().requests()).as("one repeat at each of four kills").hasSize(8);
    assertThat(world.peers().keptBy(ann.publicKey())).hasSize(4);
  }

  @Test
  void postsDoNotRunAheadOfTheOutcomesThatAreStored() throws InterruptedException {
    CountDownLatch manyMore = new CountDownLatch(Poster.MAX_UNSTORED + 50);
    List<Peer> many = new ArrayList<>();
    for (int i = 0; i < Poster.MAX_UNSTORED + 100; i++) {
      Endpoint endpoint = Endpoint.parse("https://peer" + i + ".example");
      PublicKey key = TestKeys.named("peer" + i).publicKey();
      Timestamp now = world.node().node().now();
      many.add(Peer.met("peer" + i, key, endpoint, TrustState.KNOWN, now).withSubscriber(true));
      world
          .peers()
          .always(
              endpoint,
              keep -> {
                manyMore.countDown();
                return FakePeers.ACCEPT.handle(keep);
              });
    }
    PeerTable before = world.store().peers();
    world.store().commit(new ChangeSet().addAll(before.withAll(many).changes(before)));
    world.content("essay");
    List<Boolean> ranAhead = new ArrayList<>();
    Store slow =
        new ForwardingStore(world.store()) {
          @Override
          public void commit(ChangeSet changes) {
            if (ranAhead.isEmpty() && !world.peers().requests().isEmpty()) {
              ranAhead.add(isOver(manyMore, Duration.ofSeconds(1)));
            }
            super.commit(changes);
          }
        };

    assertThat(deliver(slow).delivered()).isEqualTo(many.size());
    assertThat(ranAhead).containsExactly(false);
  }

  @ParameterizedTest
  @CsvSource({"PT0S, PT0S", "PT0.01S, PT0.08S", "PT0.4S, PT0.5S", "PT2S, PT0S"})
  void aPauseIsLongerThanACommitAndLeavesTheNextOutcomeStoredWithinASecond(
      Duration commit, Duration pause) {
    assertThat(DeliveryRun.pauseAfter(commit)).isEqualTo(pause);
  }

  @Test
  void aPauseThatAPeerAsksForOutlivesARunThatIsKilled() throws InterruptedException {
    Peer ben = world.peer("ben");
    Duration asked = Duration.ofHours(7);
    world.direct("a", ann);
    world.put(OutboxKind.REPLIES, "b", World.directTo(ben, "for ben"));
    CountDownLatch stored = new CountDownLatch(1);
    Store store =
        new ForwardingStore(world.store()) {
          @Override
          public void commit(ChangeSet changes) {
            super.commit(changes);
            if (Delivery.pausedUntil(world.store(), ann.publicKey()).isPresent()) {
              stored.countDown();
            }
          }
        };
    world.peers().always(ann.endpoint(), FakePeers.reply(FakePeers.answer(503, asked)));
    world
        .peers()
        .next(
            ben.endpoint(),
            _ -> {
              assertThat(isOver(stored, Duration.ofSeconds(20))).isTrue();
              throw new SimulatedCrash("in a POST");
            });
    assertThatThrownBy(() -> deliver(store)).isInstanceOf(SimulatedCrash.class);

    DeliveryResult before = world.runAfter(asked.minusMinutes(10));

    assertThat(before.delivered()).as("that of ben").isEqualTo(1);
    assertThat(world.peers().requests(ann.endpoint())).hasSize(1);
    DeliveryResult _ = world.runAfter(Duration.ofMinutes(20));
    assertThat(world.peers().requests(ann.endpoint())).hasSize(2);
  }

  @Test
  void silenceIsJudgedByTheWholeBatch() throws InterruptedException {
    Peer ben = world.peer("ben");
    world.direct("a", ann);
    world.put(OutboxKind.REPLIES, "b", World.directTo(ben, "for ben"));
    world.peers().always(ann.endpoint(), FakePeers.reply(AWAY));
    world.peers().always(ben.endpoint(), FakePeers.reply(AWAY));

    DeliveryResult result = deliver(world.store());

    assertThat(result.offline()).isTrue();
    assertThat(world.item(world.pending().getFirst()).has("_retry_count")).isFalse();
  }

  private DeliveryResult deliver(Store store) throws InterruptedException {
    return new Delivery(world.node().node(), store, world.peers()).run(false, Progress.NONE);
  }

  private static boolean isOver(CountDownLatch latch, Duration atMost) {
    try {
      return latch.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A store that says when one item has been filed as sent. */
  private static final class Recorder extends ForwardingStore {
    private final String item;
    private final CountDownLatch filed = new CountDownLatch(1);
    volatile boolean storedInTime;

    Recorder(Store store, String item) {
      super(store);
      this.item = item;
    }

    @Override
    public void commit(ChangeSet changes) {
      super.commit(changes);
      if (changes.changes().stream().flatMap(one -> moved(one).stream()).anyMatch(this::isItem)) {
        filed.countDown();
      }
    }

    PeerReply awaitFiled(Runnable keep) {
      storedInTime = isOver(filed, Duration.ofSeconds(20));
      return FakePeers.ACCEPT.handle(keep);
    }

    private boolean isItem(String key) {
      return key.equals(OutboxKind.REPLIES + "/" + item);
    }

    private static Optional<String> moved(Change change) {
      return change instanceof Change.Move move ? Optional.of(move.key()) : Optional.empty();
    }
  }
}
