package org.sovereignbook.sbp.network;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does fetches side by side, at most so many at a time; results come in the order of the list. */
record FetchPool(int fetchesAtATime) {

  <T> List<T> all(List<? extends Callable<T>> fetches) throws InterruptedException {
    try (ExecutorService pool =
        Executors.newFixedThreadPool(fetchesAtATime, Thread.ofVirtual().factory())) {
      List<T> results = new ArrayList<>();
      for (Future<T> future : pool.invokeAll(fetches)) {
        results.add(result(future));
      }
      return List.copyOf(results);
    }
  }

  private static <T> T result(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case InterruptedException interrupted -> throw interrupted;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException("a fetch broke off", e);
      }
    }
  }
}
