package org.sovereignbook.sbp.peer.network;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.peer.step.Progress;

/**
 * Does fetches side by side, a bounded number at a time; results come in the order of the list.
 *
 * @param progress hears of each fetch that is over, from one thread at a time
 */
record FetchPool(PeerClient client, int fetchesAtATime, Progress progress) {

  <T> List<T> all(List<? extends Callable<T>> fetches) throws InterruptedException {
    try (ExecutorService pool = client.threads()) {
      List<T> results = new ArrayList<>();
      for (Future<T> future : pool.invokeAll(counted(fetches))) {
        results.add(result(future));
      }
      return List.copyOf(results);
    }
  }

  private <T> List<Callable<T>> counted(List<? extends Callable<T>> fetches) {
    AtomicInteger done = new AtomicInteger();
    Semaphore places = new Semaphore(fetchesAtATime, true);
    Object oneAtATime = new Object();
    return fetches.stream()
        .<Callable<T>>map(
            fetch ->
                () -> {
                  T result = placed(places, fetch);
                  synchronized (oneAtATime) {
                    progress.advanced(done.incrementAndGet(), fetches.size());
                  }
                  return result;
                })
        .toList();
  }

  private static <T> T placed(Semaphore places, Callable<T> fetch) throws Exception {
    places.acquire();
    try {
      return fetch.call();
    } finally {
      places.release();
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
