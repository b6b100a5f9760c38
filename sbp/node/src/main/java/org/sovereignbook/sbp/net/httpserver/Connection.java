package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/**
 * Open connection with its phase and deadline. It can be cut off while its thread waits for the
 * client, but not while it works for the client, which includes the write to the inbox.
 * Thread-safe.
 */
final class Connection {
  private static final Duration LINGER = Duration.ofSeconds(5);
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  /** A stream ends when its handler ends it, or when others need its place. */
  private static final Duration NO_DEADLINE = Duration.ofDays(365);

  /** Period in which a body must bring its bytes at the minimum rate, or the rest of itself. */
  static final Duration BODY_WINDOW = Duration.ofSeconds(5);

  enum Phase {
    /** No byte has arrived yet. */
    SILENT,
    /** Between two requests. */
    IDLE,
    /** Reading the request line and the headers. */
    HEAD,
    /** Reading the body. */
    BODY,
    /** Deciding and storing. */
    WORK,
    /** Sending the answer. */
    ANSWER,
    /** Between two pieces of an answer, of which the client has taken all so far. */
    STREAM,
    /** Reading the client's remaining input, since the client would miss its answer otherwise. */
    LINGER
  }

  private final Socket socket;
  private final Optional<String> share;
  private final HttpLimits limits;
  private Phase phase = Phase.SILENT;
  private long sinceNanos = System.nanoTime();
  private long deadlineNanos;
  private boolean isExpired;
  private long windowSinceNanos;
  private long windowNanos;
  private long windowBytes;

  Connection(Socket socket, Optional<String> share, HttpLimits limits) {
    this.socket = socket;
    this.share = share;
    this.limits = limits;
    this.deadlineNanos = sinceNanos + limits.times().firstByte().toNanos();
  }

  Socket socket() {
    return socket;
  }

  /** Returns the name under which its address is counted; empty when it is exempt. */
  Optional<String> share() {
    return share;
  }

  /**
   * Enters the next phase, which has its own deadline.
   *
   * @throws HttpFault when the client's time is over
   */
  synchronized void enter(Phase next) throws HttpFault {
    if (isExpired && next.compareTo(Phase.ANSWER) < 0) {
      throw HttpFault.late();
    }
    long now = System.nanoTime();
    if (phase == Phase.BODY) {
      windowNanos += now - windowSinceNanos;
    } else if (phase == Phase.HEAD) {
      beginWindow();
    }
    deadlineNanos =
        switch (next) {
          case SILENT, BODY, WORK -> deadlineNanos;
          case IDLE -> now + limits.times().idle().toNanos();
          case HEAD -> now + limits.times().request().toNanos();
          case ANSWER -> now + (isExpired ? FAREWELL : limits.times().answer()).toNanos();
          case STREAM -> now + NO_DEADLINE.toNanos();
          case LINGER -> Math.min(deadlineNanos, now + LINGER.toNanos());
        };
    sinceNanos = now;
    windowSinceNanos = now;
    phase = next;
  }

  /** Returns whether it waits for a request that has not begun. */
  synchronized boolean isIdle() {
    return phase == Phase.SILENT || phase == Phase.IDLE;
  }

  /** Returns whether it waits for its client, to finish the request or to take the answer. */
  synchronized boolean waitsForClient() {
    return phase != Phase.WORK;
  }

  /** Returns whether stopping the server should wait for it. */
  synchronized boolean isInFlight() {
    return !isIdle() && phase != Phase.HEAD;
  }

  synchronized boolean isExpired() {
    return isExpired;
  }

  /** Returns the time when it entered its phase. */
  synchronized long sinceNanos() {
    return sinceNanos;
  }

  private void beginWindow() {
    windowNanos = 0;
    windowBytes = 0;
  }

  /** Counts bytes of a body. Enough of them give its client another {@link #BODY_WINDOW}. */
  synchronized void bodyArrived(int bytes) {
    windowBytes += bytes;
    if (windowBytes >= BODY_WINDOW.toSeconds() * limits.sizes().bodyBytesPerSecond()) {
      beginWindow();
      windowSinceNanos = System.nanoTime();
    }
  }

  /**
   * Returns whether its body is slower than the minimum rate. The handler's time does not count.
   */
  private boolean isDripping(long nowNanos) {
    return phase == Phase.BODY
        && limits.sizes().bodyBytesPerSecond() > 0
        && windowNanos + (nowNanos - windowSinceNanos) >= BODY_WINDOW.toNanos();
  }

  /** Cuts it off when its deadline has passed. */
  synchronized void expire(long nowNanos) {
    if (nowNanos - deadlineNanos >= 0 || isDripping(nowNanos)) {
      cutOff();
    }
  }

  /** Returns whether its client has sent something that its thread has not read yet. */
  private boolean hasSpoken() {
    try {
      return socket.getInputStream().available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Cuts the connection off if it waits for its client. A client that was sending a body gets an
   * answer from the connection's own thread, which sees the end of its input.
   */
  synchronized void cutOff() {
    if (phase != Phase.BODY || isExpired) {
      drop();
      return;
    }
    isExpired = true;
    deadlineNanos = System.nanoTime() + FAREWELL.toNanos();
    try {
      socket.shutdownInput();
    } catch (IOException e) {
      close();
    }
  }

  /**
   * Closes it without an answer, if it waits for its client.
   *
   * @return whether it was closed
   */
  synchronized boolean drop() {
    boolean waits = waitsForClient() && !(isIdle() && hasSpoken());
    if (waits) {
      close();
    }
    return waits;
  }

  /** Closes it so that its client gets an error in place of an end. */
  void reset() {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // The connection has gone already.
    }
    close();
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The connection has gone already.
    }
  }
}
