package org.sovereignbook.sbp.peer.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Inbox.Offered;
import org.sovereignbook.sbp.store.Inbox.Receipt;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Storing of envelopes in batches: those that come while a batch is being stored wait and are the
 * next one, so that many share a wait for the medium, and one alone waits for nobody. They are
 * stored in the order in which they came. Thread-safe.
 */
final class InboxBatches implements AutoCloseable {
  /** Bounds a transaction, and how long its first envelope waits for its last. */
  private static final int MAX_BATCH = 256;

  private final Function<List<Offered>, List<ItemResult<Receipt>>> store;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Waiting> waiting = new ArrayList<>();
  private final Thread writer;
  private boolean closed;

  private record Waiting(Offered envelope, CompletableFuture<ItemResult<Receipt>> result) {}

  /**
   * Creates batches, which are stored from {@link #start} on.
   *
   * @param store as {@link Inbox#acceptAll}
   */
  InboxBatches(Function<List<Offered>, List<ItemResult<Receipt>>> store) {
    this.store = store;
    this.writer = Thread.ofPlatform().daemon().name("sbp-inbox").unstarted(this::run);
  }

  void start() {
    writer.start();
  }

  /**
   * Stores an envelope; when this returns, it survives a crash. An interrupt does not end the wait,
   * since the envelope may be stored nevertheless.
   */
  Receipt accept(Offered envelope) {
    return offer(envelope).join().get();
  }

  private CompletableFuture<ItemResult<Receipt>> offer(Offered envelope) {
    Waiting one = new Waiting(envelope, new CompletableFuture<>());
    lock.lock();
    try {
      if (closed) {
        throw new StoreException("the server has stopped, and stores nothing more");
      }
      waiting.add(one);
      changed.signal();
    } finally {
      lock.unlock();
    }
    return one.result();
  }

  private void run() {
    for (List<Waiting> batch = next(); !batch.isEmpty(); batch = next()) {
      store(batch);
    }
  }

  /** Waits for envelopes; none when this is closed. */
  private List<Waiting> next() {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      List<Waiting> first = waiting.subList(0, Math.min(waiting.size(), MAX_BATCH));
      List<Waiting> batch = List.copyOf(first);
      first.clear();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Stores a batch; whatever happens, each envelope has its answer then. */
  private void store(List<Waiting> batch) {
    List<ItemResult<Receipt>> results;
    try {
      results = store.apply(batch.stream().map(Waiting::envelope).toList());
      if (results.size() != batch.size()) {
        throw new StoreException("%d answers for %d".formatted(results.size(), batch.size()));
      }
    } catch (RuntimeException | Error e) {
      ItemResult<Receipt> failed = ItemResult.failed(new StoreException("not stored: " + e, e));
      results = Collections.nCopies(batch.size(), failed);
    }
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).result().complete(results.get(i));
    }
  }

  /** Returns whether nothing is stored any more. */
  boolean hasEnded() {
    return !writer.isAlive();
  }

  /** Stores what waits, and ends; a disk that hangs is not waited for. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    Workers.await(writer);
  }
}
