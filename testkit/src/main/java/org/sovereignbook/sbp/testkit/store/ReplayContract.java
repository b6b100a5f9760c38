package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.inboxId;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/** Strangers decide how many envelopes a node has to know again (THREATS: replay memory). */
interface ReplayContract extends StoreUnderTest {
  int MANY = 6_000;

  @Test
  default void ofManyEnvelopesEachIsFoundWithoutReadingTheOthers() {
    seeAll(MANY);
    SeenEnvelopes seen = bench().reopened().seenEnvelopes();
    assertThat(seen.find(envelope(0))).contains(inboxId("n-0"));
    int lookups = 200;
    long before = allocatedBytes();
    for (int i = 1; i <= lookups; i++) {
      assertThat(seen.isRepeated(envelope(i * 29), inboxId("another"))).isTrue();
      assertThat(seen.find(envelope(MANY + i))).isEmpty();
    }

    assertThat((allocatedBytes() - before) / lookups)
        .as("bytes for two lookups among %s", MANY)
        .isLessThan(20L * MANY);
  }

  @Test
  default void whatIsOverDoesNotCountAndMakesRoomWithoutBeingRead() {
    seeAll(500);
    assertThat(store().count(SeenEnvelopes.ENVELOPES)).isEqualTo(500);
    bench().advance(SeenEnvelopes.KEPT.plusDays(1));
    assertThat(store().count(SeenEnvelopes.ENVELOPES)).as("before anything is changed").isZero();

    bench().commit(SeenEnvelopes.see(envelope(1_000), inboxId("later")));

    assertThat(store().count(SeenEnvelopes.ENVELOPES)).isEqualTo(1);
    assertThat(store().entries(SeenEnvelopes.ENVELOPES)).hasSize(1);
  }

  @Test
  default void everyProcessKnowsAtOnceWhatAnotherHasSeen() {
    Store server = bench().another();
    for (int i = 0; i < 3; i++) {
      assertThat(server.seenEnvelopes().find(envelope(i))).isEmpty();
      bench().commit(SeenEnvelopes.see(envelope(i), inboxId("n-" + i)));
      assertThat(server.seenEnvelopes().find(envelope(i))).contains(inboxId("n-" + i));
    }
  }

  @Test
  default void anEnvelopeIsKnownFromItsArrivalUntilItIsStaleOnEveryServerOfASharedStore() {
    if (!isShared()) {
      return;
    }
    Store other = bench().another();
    Inbox.Receipt first = store().inbox().accept(envelope(1), bytes("{}"), Bench.NOON);
    for (int hours : new int[] {0, 23, 24, 1}) {
      bench().advance(Duration.ofHours(hours));
      assertThat(other.inbox().accept(envelope(1), bytes("{}"), bench().now().instant()))
          .isEqualTo(new Inbox.Receipt(first.id(), true));
    }
    assertThat(other.inbox().pending()).containsExactly(first.id());
  }

  private void seeAll(int many) {
    for (int from = 0; from < many; from += 1_000) {
      ChangeSet changes = new ChangeSet();
      for (int i = from; i < Math.min(many, from + 1_000); i++) {
        changes.add(SeenEnvelopes.see(envelope(i), inboxId("n-" + i)));
      }
      store().commit(changes);
    }
  }

  private static ContentHash envelope(int number) {
    return ContentHash.ofBytes(bytes("envelope " + number));
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
