package org.sovereignbook.sbp.server;

import java.io.IOException;
import java.util.Optional;

/**
 * One request and the time it may take. While its thread waits for the client it can be cut off: an
 * interrupt closes the connection. While it works for the client, which includes the write to the
 * inbox, it cannot. Thread-safe.
 */
final class Request {

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
