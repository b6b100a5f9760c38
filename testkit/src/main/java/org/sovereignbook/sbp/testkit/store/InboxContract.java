package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.testkit.store.Bench.bytes;
import static org.sovereignbook.sbp.testkit.store.Bench.inboxId;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;

/** Envelopes that were received. */
interface InboxContract extends StoreUnderTest {

  @Test
  default void anAcceptedEnvelopeIsReadBackByteForByteByEverybody() {
    byte[] envelope = {'{', 0, (byte) 0xff, (byte) 0xc3, '\n', '}'};

    InboxId id = store().inbox().accept(envelope, Bench.NOON);

    assertThat(store().inbox().read(id))
        .hasValueSatisfying(read -> assertThat(read).isEqualTo(envelope));
    assertThat(bench().another().inbox().read(id)).isPresent();
    assertThat(bench().reopened().inbox().pending()).containsExactly(id);
  }

  @Test
  default void idsTellWhenEnvelopesArrivedAndComeInThatOrder() {
    InboxId late = store().inbox().accept(bytes("late"), Bench.NOON.plusSeconds(60));
    InboxId early = store().inbox().accept(bytes("early"), Bench.NOON);

    assertThat(store().inbox().pending()).containsExactly(early, late);
    assertThat(early.received()).contains(Bench.NOON);
  }

  @Test
  default void anUnknownIdIsNoEnvelope() {
    assertThat(store().inbox().read(inboxId("2026-03-17T120500Z-none"))).isEmpty();
  }

  @Test
  default void manyEnvelopesOfOneSecondHaveANameEach() {
    Set<InboxId> ids = new HashSet<>();
    for (int i = 0; i < 400; i++) {
      ids.add(store().inbox().accept(bytes("n" + i), Bench.NOON));
    }

    assertThat(ids).hasSize(400);
    assertThat(store().inbox().pending()).hasSize(400).isSorted();
  }

  @Test
  default void usageCountsWhatWaits() {
    assertThat(store().inbox().usage().files()).isZero();
    InboxId id = store().inbox().accept(bytes("12345"), Bench.NOON);
    store().inbox().accept(bytes("1234567"), Bench.NOON);

    assertThat(store().inbox().usage().files()).isEqualTo(2);
    assertThat(store().inbox().usage().bytes()).isEqualTo(12);

    bench().commit(Inbox.archive(id));
    assertThat(store().inbox().usage().bytes()).isEqualTo(7);
  }

  @Test
  default void manyThreadsAcceptWhileAStepCommits() throws Exception {
    List<Callable<InboxId>> calls = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      byte[] envelope = bytes("envelope " + i);
      calls.add(() -> store().inbox().accept(envelope, Bench.NOON));
    }
    bench().store();
    try (ExecutorService threads = Executors.newFixedThreadPool(8);
        var step = bench().another()) {
      List<Future<InboxId>> accepted = new ArrayList<>();
      calls.forEach(call -> accepted.add(threads.submit(call)));
      for (int i = 0; i < 20; i++) {
        step.commit(
            new org.sovereignbook.sbp.store.ChangeSet()
                .add(LogFile.OPS.append(new LogEntry("reader", bench().now(), "step " + i))));
      }
      Set<InboxId> ids = new HashSet<>();
      for (Future<InboxId> each : accepted) {
        ids.add(each.get());
      }
      assertThat(ids).hasSize(120);
    }
    assertThat(store().inbox().pending()).hasSize(120);
    assertThat(store().lines(LogFile.OPS)).hasSize(20);
  }

  @Test
  default void processedRejectedAndRemovedEnvelopesLeaveTheInbox() {
    InboxId processed = store().inbox().accept(bytes("1"), Bench.NOON);
    InboxId rejected = store().inbox().accept(bytes("2"), Bench.NOON);
    InboxId removed = store().inbox().accept(bytes("3"), Bench.NOON);
    InboxId waiting = store().inbox().accept(bytes("4"), Bench.NOON.plus(Duration.ofMinutes(1)));

    bench()
        .commit(
            Inbox.archive(processed),
            Inbox.WAITING.move(rejected.value(), Archive.REJECTED),
            Inbox.remove(removed));

    assertThat(store().inbox().pending()).containsExactly(waiting);
    assertThat(store().inbox().read(processed)).isEmpty();
    assertThat(store().inbox().read(rejected)).isEmpty();
    assertThat(store().inbox().read(removed)).isEmpty();
  }

  @Test
  default void changesOfAnEnvelopeThatIsGoneDoNothing() {
    InboxId id = store().inbox().accept(bytes("1"), Bench.NOON);
    bench().commit(Inbox.archive(id));

    bench()
        .commit(
            Inbox.WAITING.move(id.value(), Archive.REJECTED), Inbox.remove(id), Inbox.archive(id));

    assertThat(store().archive().envelopes(org.sovereignbook.sbp.store.Archive.PROCESSED))
        .containsExactly(id);
    assertThat(store().archive().envelopes(org.sovereignbook.sbp.store.Archive.REJECTED)).isEmpty();
  }
}
