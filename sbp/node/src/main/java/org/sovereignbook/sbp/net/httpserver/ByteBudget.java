package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Memory budget of all requests in flight (THREATS: memory). Only bytes that have arrived count, so
 * that an announced length costs nothing; each address has a limited share. When a request does not
 * fit, the largest unfinished requests are cut off, those of its own share first, and the request
 * waits for their bytes; if that fails, its client is told to retry. So a flood of stalled requests
 * blocks others only for that time. Thread-safe.
 */
final class ByteBudget {
  /** Divisor of the heap: parsing and storing a body takes several times its size. */
  private static final int HEAP_SHARE = 8;

  /** Divisor of the budget for the share of one address. */
  private static final int ADDRESS_SHARE = 4;

  private static final int FIRST_BYTES = 2_048;

  /** Time that a request waits for the bytes of requests that were cut off for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final long maxBytes;
  private final Set<Reservation> holds = new HashSet<>();
  private final Map<String, Long> bytesByShare = new HashMap<>();
  private long heldBytes;

  /**
   * Creates a budget.
   *
   * @param maxBytes the total; 0 for the usual share of this process's heap
   */
  ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes > 0 ? maxBytes : Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  /**
   * Opens a reservation for a request's bytes, which lasts until it is closed.
   *
   * @param share the name of the share that pays; empty when only the total bounds it
   * @param cutOff ends the request while it waits for its client
   */
  Reservation open(Optional<String> share, Runnable cutOff) {
    Reservation hold = new Reservation(share, cutOff);
    synchronized (this) {
      holds.add(hold);
    }
    return hold;
  }

  synchronized long heldBytes() {
    return heldBytes;
  }

  /** Takes the bytes; waits briefly for requests that were cut off to return theirs. */
  private boolean take(Reservation taker, int bytes) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isTaken(taker, bytes)) {
      largestUnfinished(taker, bytes).forEach(hold -> hold.cutOff.run());
      if (!awaitBytes(taker, deadline)) {
        return isTaken(taker, bytes); // The awaited bytes may have been returned already.
      }
    }
    return true;
  }

  private synchronized boolean isTaken(Reservation taker, int bytes) {
    if (missing(taker, bytes) > 0) {
      return false;
    }
    add(taker, bytes);
    return true;
  }

  private boolean isShareSpent(Reservation taker, int bytes) {
    return ofShare(taker) + bytes > maxBytes / ADDRESS_SHARE;
  }

  private long ofShare(Reservation taker) {
    return taker.share.map(share -> bytesByShare.getOrDefault(share, 0L)).orElse(0L);
  }

  /**
   * Returns the number of bytes that must be returned before these can be taken; zero or negative
   * when they fit.
   */
  private long missing(Reservation taker, int bytes) {
    return isShareSpent(taker, bytes)
        ? ofShare(taker) + bytes - maxBytes / ADDRESS_SHARE
        : heldBytes + bytes - maxBytes;
  }

  /**
   * Returns the requests to cut off so that these bytes fit: the largest unfinished ones, limited
   * to the taker's share when the share is used up.
   */
  private synchronized List<Reservation> largestUnfinished(Reservation taker, int bytes) {
    boolean isOfShare = isShareSpent(taker, bytes);
    List<Reservation> others =
        holds.stream()
            .filter(hold -> hold != taker && !hold.isWhole)
            .filter(hold -> !isOfShare || hold.share.equals(taker.share))
            .sorted(Comparator.comparingLong((Reservation hold) -> hold.bytes).reversed())
            .toList();
    long missing =
        missing(taker, bytes)
            - others.stream().filter(hold -> hold.isCutOff).mapToLong(hold -> hold.bytes).sum();
    List<Reservation> chosen = new ArrayList<>();
    for (Reservation hold : others) {
      if (missing > 0 && !hold.isCutOff) {
        hold.isCutOff = true;
        chosen.add(hold);
        missing -= hold.bytes;
      }
    }
    notifyAll();
    return chosen;
  }

  /**
   * Waits until another request returns bytes.
   *
   * @return whether to try again; false after the deadline, when the taker itself was cut off, or
   *     when no request will return any
   */
  @SuppressWarnings("WaitNotInLoop") // The caller asks again in a loop.
  private synchronized boolean awaitBytes(Reservation taker, long deadlineNanos) {
    long millis = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
    boolean isHopeless =
        taker.isCutOff || holds.stream().noneMatch(hold -> hold.isCutOff && !hold.isWhole);
    if (millis <= 0 || isHopeless) {
      return false;
    }
    try {
      wait(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void add(Reservation hold, long bytes) {
    hold.bytes += bytes;
    heldBytes += bytes;
    hold.share.ifPresent(
        share ->
            bytesByShare.merge(share, bytes, (a, b) -> a + b == 0 ? null : Long.valueOf(a + b)));
  }

  /** Reservation of one request. Used by its thread alone; the budget guards its counters. */
  final class Reservation implements AutoCloseable {
    private final Optional<String> share;
    private final Runnable cutOff;
    private long bytes;
    private boolean isWhole;
    private boolean isCutOff;

    private Reservation(Optional<String> share, Runnable cutOff) {
      this.share = share;
      this.cutOff = cutOff;
    }

    /** Reserves bytes when they fit, after cutting off other requests if necessary. */
    boolean take(int more) {
      return ByteBudget.this.take(this, more);
    }

    /**
     * Reads to the end, or as far as {@code limit}.
     *
     * @return empty when the bytes do not fit into the budget
     */
    Optional<byte[]> read(InputStream in, int limit) throws IOException {
      byte[] read = new byte[Math.min(limit, FIRST_BYTES)];
      int length = 0;
      while (length < limit) {
        if (length == read.length) {
          read = Arrays.copyOf(read, Math.min(limit, 2 * length));
        }
        int count = in.read(read, length, read.length - length);
        if (count < 0) {
          break;
        }
        if (!take(count)) {
          return Optional.empty();
        }
        length += count;
      }
      synchronized (ByteBudget.this) {
        isWhole = true;
      }
      return Optional.of(length == read.length ? read : Arrays.copyOf(read, length));
    }

    @Override
    public void close() {
      synchronized (ByteBudget.this) {
        if (holds.remove(this)) {
          add(this, -bytes);
          ByteBudget.this.notifyAll();
        }
      }
    }
  }
}
