package org.sovereignbook.sbp.server;

import java.io.IOException;
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

  private final long requestNanos;
  private final long responseNanos;
  private final int maxRequests;
  private final ScopedValue<Request> current = ScopedValue.newInstance();
  private final SequencedSet<Request> open = new LinkedHashSet<>();

  Requests(Config config) {
    this.requestNanos = config.get(ServerSettings.REQUEST_TIMEOUT).toNanos();
    this.responseNanos = config.get(ServerSettings.RESPONSE_TIMEOUT).toNanos();
    this.maxRequests = config.get(ServerSettings.MAX_REQUESTS);
  }

  /** Serves a request, from its first byte on. */
  @Override
  public void execute(Runnable task) {
    Request request = new Request(System.nanoTime() + requestNanos);
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
    return System.nanoTime() + responseNanos;
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
    if (open.size() >= maxRequests) {
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
  static void cutOff(Request request) {
    Thread.ofVirtual().name("sbp-late").start(request::expire);
  }

  /**
   * One request and the time it may take. While its thread waits for the client it can be cut off:
   * an interrupt closes the connection. While it works for the client, which includes the write to
   * the inbox, it cannot. Thread-safe.
   */
  static final class Request {

    /** How far it has come. */
    private enum Phase {
      /** Reading the request line and the headers. */
      HEAD,
      /** Reading the body. */
      BODY,
      /** Deciding and storing. */
      WORK,
      /** Sending the answer, and hearing the client out. */
      ANSWER,
      /** Out of time. */
      EXPIRED
    }

    private Phase phase = Phase.HEAD;
    private long deadlineNanos;
    private Optional<Thread> thread = Optional.empty();
    private Optional<Runnable> lastWords = Optional.empty();

    Request(long deadlineNanos) {
      this.deadlineNanos = deadlineNanos;
    }

    /** The thread that serves the request has begun. */
    synchronized void begin(Thread serving) {
      thread = Optional.of(serving);
      if (phase == Phase.EXPIRED) {
        serving.interrupt();
      }
    }

    /**
     * The body is next.
     *
     * @param late answers a client that is too slow; called on another thread
     */
    synchronized void body(Runnable late) throws IOException {
      enter(Phase.BODY);
      lastWords = Optional.of(late);
    }

    /** From now on the request is not cut off. */
    synchronized void work() throws IOException {
      enter(Phase.WORK);
    }

    /** The client has until then to take the answer. */
    synchronized void answer(long untilNanos) throws IOException {
      enter(Phase.ANSWER);
      deadlineNanos = untilNanos;
    }

    /** The answer is sent; the client has until then to end its request. */
    synchronized void linger(long untilNanos) {
      deadlineNanos = Math.min(deadlineNanos, untilNanos);
    }

    /** Whether it waits for its client, to finish asking or to take the answer. */
    synchronized boolean waitsForClient() {
      return phase != Phase.WORK;
    }

    /** Whether stopping the server should wait for it. */
    synchronized boolean isInFlight() {
      return phase != Phase.HEAD && phase != Phase.EXPIRED;
    }

    synchronized boolean isLate(long nowNanos) {
      return phase != Phase.WORK && phase != Phase.EXPIRED && nowNanos - deadlineNanos >= 0;
    }

    /** Cuts the request off, if it waits for its client. */
    void expire() {
      Optional<Runnable> farewell = markExpired();
      farewell.ifPresent(Runnable::run);
      interrupt();
    }

    private synchronized Optional<Runnable> markExpired() {
      if (phase == Phase.WORK) {
        return Optional.empty();
      }
      boolean canAnswer = phase == Phase.BODY;
      phase = Phase.EXPIRED;
      return canAnswer ? lastWords : Optional.empty();
    }

    private synchronized void interrupt() {
      if (phase == Phase.EXPIRED) {
        thread.ifPresent(Thread::interrupt);
      }
    }

    private void enter(Phase next) throws IOException {
      if (phase == Phase.EXPIRED) {
        throw new IOException("the client was too slow");
      }
      phase = next;
    }
  }
}
