package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testing.Eventually;

/** A store that keeps names in a list, and each batch of which a test lets through. */
class InboxBatchesTest {
  private final List<List<String>> stored = new CopyOnWriteArrayList<>();
  private final Semaphore begun = new Semaphore(0);
  private final Semaphore allowed = new Semaphore(0);
  private final InboxBatches batches = new InboxBatches(this::store);

  @BeforeEach
  void start() {
    batches.start();
  }

  @AfterEach
  void stop() {
    allowed.release(1_000);
    batches.close();
  }

  private List<ItemResult<Inbox.Receipt>> store(List<Inbox.Offered> envelopes) {
    begun.release();
    allowed.acquireUninterruptibly();
    List<String> names = envelopes.stream().map(InboxBatchesTest::name).toList();
    stored.add(names);
    if (names.contains("error")) {
      throw new OutOfMemoryError("no heap");
    }
    return names.contains("forgotten")
        ? List.of()
        : names.stream().map(InboxBatchesTest::result).toList();
  }

  private static ItemResult<Inbox.Receipt> result(String name) {
    return name.equals("bad")
        ? ItemResult.failed(new IllegalStateException("it is bad"))
        : ItemResult.of(() -> new Inbox.Receipt(new InboxId(name), false));
  }

  @Test
  void thoseThatComeWhileABatchIsStoredAreTheNextInTheirOrder() throws Exception {
    Future<String> first = offer("first");
    begun.acquire();
    List<Future<String>> others = new ArrayList<>();
    for (String name : List.of("b", "a", "c")) {
      others.add(offer(name));
    }
    assertThat(first).isNotDone();

    allowed.release();
    assertThat(first.get()).isEqualTo("first");
    assertThat(others).noneMatch(Future::isDone);

    allowed.release();
    assertThat(others.getLast().get()).isEqualTo("c");
    assertThat(stored).containsExactly(List.of("first"), List.of("b", "a", "c"));
  }

  @Test
  void whatFailsForOneIsItsOwn() throws Exception {
    allowed.release(1_000);
    Future<String> bad = offer("bad");

    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(bad::get)
        .withMessageContaining("it is bad");
    assertThat(offer("good").get()).isEqualTo("good");
  }

  @Test
  void anErrorAnswersItsWholeBatchAndEndsNothing() throws Exception {
    Future<String> first = offer("first");
    begun.acquire();
    Future<String> error = offer("error");
    Future<String> beside = offer("beside");
    allowed.release(1_000);

    assertThat(first.get()).isEqualTo("first");
    for (Future<String> one : List.of(error, beside)) {
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(one::get)
          .withCauseInstanceOf(StoreException.class)
          .withMessageContaining("no heap");
    }
    assertThat(offer("later").get()).isEqualTo("later");
  }

  @Test
  void aStoreThatForgetsAnAnswerEndsNothing() throws Exception {
    allowed.release(1_000);

    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(offer("forgotten")::get)
        .withMessageContaining("0 answers for 1");
    assertThat(offer("later").get()).isEqualTo("later");
  }

  @Test
  void closingStoresWhatWaitsAndTakesNothingMore() throws Exception {
    Future<String> first = offer("first");
    begun.acquire();
    Future<String> second = offer("second");
    Thread closing = Thread.ofVirtual().start(batches::close);
    Eventually.holds("it waits", () -> closing.getState() == Thread.State.TIMED_WAITING);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> batches.accept(envelope("third")));
    allowed.release(1_000);
    closing.join();
    assertThat(first.get()).isEqualTo("first");
    assertThat(second.get()).isEqualTo("second");
    assertThat(stored).containsExactly(List.of("first"), List.of("second"));
  }

  /** Offers an envelope in a thread of its own, and returns when it is in the queue. */
  private Future<String> offer(String name) {
    FutureTask<String> task = new FutureTask<>(() -> batches.accept(envelope(name)).id().value());
    Thread thread = Thread.ofVirtual().start(task);
    Eventually.holds("it waits or is done", () -> isQuiet(thread));
    return task;
  }

  private static boolean isQuiet(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TERMINATED;
  }

  private static Inbox.Offered envelope(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return new Inbox.Offered(ContentHash.ofBytes(bytes), bytes, Instant.EPOCH);
  }

  private static String name(Inbox.Offered envelope) {
    return new String(envelope.bytes(), StandardCharsets.UTF_8);
  }
}
