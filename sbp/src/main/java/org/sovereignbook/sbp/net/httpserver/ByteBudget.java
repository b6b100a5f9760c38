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
 * What all requests in flight may take of the memory (THREATS: memory). Only bytes that have
 * arrived count, so that a promise of many costs nobody anything; one address has a share only. A
 * request that finds no room has the largest ones cut off that their clients have not finished, of
 * its own share first, and waits for their bytes; else its client is told to come again: a flood of
 * stalled ones never locks others out for longer than that. Thread-safe.
 */
final class ByteBudget {
  /** The part of the heap: parsing and storing a body takes several times its size. */
  private static final int HEAP_SHARE = 8;

  /** The part of it that one address gets. */
  private static final int ADDRESS_SHARE = 4;

  private static final int FIRST_BYTES = 2_048;

  /** How long a request waits for the bytes of those that were cut off for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final long maxBytes;
  private final Set<Reservation> holds = new HashSet<>();
  private final Map<String, Long> bytesByShare = new HashMap<>();
  private long heldBytes;

  /**
   * @param maxBytes for all; 0 for the usual share of this process's heap
   */
  ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes > 0 ? maxBytes : Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  /**
   * Room for a request's bytes, until it is closed.
   *
   * @param share whose; empty for one that only the whole bounds
   * @param cutOff ends the request, if it still waits for its client
   */
  Reservation open(Optional<String> share, Runnable cutOff) {
    Reservation hold = new Reservation(share, cutOff);
    synchronized (this) {
      holds.add(hold);
    }
    return hold;
  }

  /** How many bytes are held now. */
  synchronized long heldBytes() {
    return heldBytes;
  }

  /** Takes the bytes; waits a moment where others, told to make room for them, still hold some. */
  private boolean take(Reservation taker, int bytes) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isTaken(taker, bytes)) {
      largestUnfinished(taker, bytes).forEach(hold -> hold.cutOff.run());
      if (!awaitRoom(taker, deadline)) {
        return isTaken(taker, bytes); // What was awaited may be there already.
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
   * How many bytes are to be given back before these can be taken; none or less when there is room.
   */
  private long missing(Reservation taker, int bytes) {
    return isShareSpent(taker, bytes)
        ? ofShare(taker) + bytes - maxBytes / ADDRESS_SHARE
        : heldBytes + bytes - maxBytes;
  }

  /**
   * Returns the requests to cut off, so that these bytes have room: the largest ones whose clients
   * have not finished them, of the taker's share where that is what is spent.
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
   * Waits until somebody gives bytes back.
   *
   * @return whether to look again: not when it is late, the taker itself was cut off, or nobody is
   *     to give any back
   */
  @SuppressWarnings("WaitNotInLoop") // The caller asks again in a loop.
  private synchronized boolean awaitRoom(Reservation taker, long deadlineNanos) {
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

  /** The bytes of one request. Used by its thread alone; the budget guards what it counts. */
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

    /** Counts bytes, if there is room for them; if not, somebody else is asked to make some. */
    boolean take(int more) {
      return ByteBudget.this.take(this, more);
    }

    /**
     * Reads to the end, or as far as {@code limit}.
     *
     * @return nothing when there is no room for it
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
