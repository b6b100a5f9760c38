package org.sovereignbook.sbp.server;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.sovereignbook.sbp.node.Config;

/**
 * All requests being served, each on a virtual thread of its own (THREATS: slow clients, connection
 * floods). A request that is not read in time, or whose answer is not taken in time, is cut off. At
 * {@code maxRequests} the oldest that waits for its client makes room, so that slow clients never
 * lock others out. Thread-safe.
 */
final class Requests implements Executor {
  private static final Duration LINGER = Duration.ofSeconds(5);

  private final Config config;
  private final ScopedValue<Request> current = ScopedValue.newInstance();
  private final SequencedSet<Request> open = new LinkedHashSet<>();

  Requests(Config config) {
    this.config = config;
  }

  /** Serves a request, from its first byte on. */
  @Override
  public void execute(Runnable task) {
    Request request =
        new Request(System.nanoTime() + config.get(ServerSettings.REQUEST_TIMEOUT).toNanos());
    add(request);
    Thread.ofVirtual().name("sbp-request").start(() -> serve(request, task));
  }

  /** The request that the calling thread serves. */
  Request current() {
    return current.get();
  }

  /** When a client must have ended its request that has its answer now. */
  long lingerDeadlineNanos() {
    return System.nanoTime() + LINGER.toNanos();
  }

  /** When an answer that begins now must have been taken. */
  long answerDeadlineNanos() {
    return System.nanoTime() + config.get(ServerSettings.RESPONSE_TIMEOUT).toNanos();
  }

  /** Cuts off whoever is late; to be called every now and then. */
  void expireLate() {
    long now = System.nanoTime();
    for (Request request : snapshot()) {
      if (request.isLate(now)) {
        cutOff(request);
      }
    }
  }

  /**
   * Waits until no request is in flight.
   *
   * @return whether that came about within the time
   */
  synchronized boolean awaitQuiet(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (open.stream().anyMatch(Request::isInFlight)) {
      long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }

  private void serve(Request request, Runnable task) {
    try {
      request.begin(Thread.currentThread());
      ScopedValue.where(current, request).run(task);
    } finally {
      remove(request);
    }
  }

  private synchronized void add(Request request) {
    if (open.size() >= config.get(ServerSettings.MAX_REQUESTS)) {
      Request slowest =
          longestWaiting()
              .orElseThrow(() -> new RejectedExecutionException("too many requests at once"));
      open.remove(slowest);
      cutOff(slowest);
    }
    open.add(request);
  }

  private synchronized void remove(Request request) {
    open.remove(request);
    notifyAll();
  }

  private synchronized List<Request> snapshot() {
    return List.copyOf(open);
  }

  private Optional<Request> longestWaiting() {
    return open.stream().filter(Request::waitsForClient).findFirst();
  }

  /** On a thread of its own, since the farewell goes to somebody who is slow. */
  private static void cutOff(Request request) {
    Thread.ofVirtual().name("sbp-late").start(request::expire);
  }
}
