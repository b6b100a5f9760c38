package org.sovereignbook.sbp.frontend.turns;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Value that another thread makes before it is needed. If that fails, whoever needs it makes it
 * anew, and sees the failure. Thread-safe.
 */
final class MadeEarly<T> implements Supplier<T>, AutoCloseable {
  private final Supplier<T> maker;
  private CompletableFuture<T> made;

  /** Begins to make it. */
  MadeEarly(Supplier<T> maker) {
    this.maker = maker;
    this.made =
        CompletableFuture.supplyAsync(maker, work -> Thread.ofPlatform().daemon().start(work));
  }

  /** Returns the value, as soon as it is made. */
  @Override
  public synchronized T get() {
    try {
      return made.join();
    } catch (CompletionException e) {
      T again = maker.get();
      made = CompletableFuture.completedFuture(again);
      return again;
    }
  }

  /** Waits until nothing makes it any more. */
  @Override
  public synchronized void close() {
    CompletableFuture<?> end = made.handle((_, _) -> true);
    var _ = end.join();
  }
}
