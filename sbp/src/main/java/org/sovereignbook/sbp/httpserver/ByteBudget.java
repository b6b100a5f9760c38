package org.sovereignbook.sbp.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What all requests in flight may take of the memory (THREATS: memory). Only bytes that have
 * arrived count, so that a promise of many costs nobody anything; one address has a share only.
 * Whoever finds no room is told to come again, and the largest request that its client has not
 * finished makes room: a flood of stalled ones never locks others out for longer than that.
 * Thread-safe.
 */
final class ByteBudget {
  /** The part of the heap: parsing and storing a body takes several times its size. */
  private static final int HEAP_SHARE = 8;

  /** The part of it that one address gets. */
  private static final int ADDRESS_SHARE = 4;

  private static final int FIRST_BYTES = 2_048;

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

  private synchronized boolean take(Reservation taker, int bytes) {
    long ofShare = taker.share.map(share -> bytesByShare.getOrDefault(share, 0L)).orElse(0L);
    if (ofShare + bytes > maxBytes / ADDRESS_SHARE || heldBytes + bytes > maxBytes) {
      return false;
    }
    add(taker, bytes);
    return true;
  }

  private void add(Reservation hold, long bytes) {
    hold.bytes += bytes;
    heldBytes += bytes;
    hold.share.ifPresent(
        share ->
            bytesByShare.merge(share, bytes, (a, b) -> a + b == 0 ? null : Long.valueOf(a + b)));
  }

  private void makeRoom(Reservation besides) {
    Optional<Reservation> largest;
    synchronized (this) {
      largest =
          holds.stream()
              .filter(hold -> hold != besides && !hold.isWhole)
              .max(Comparator.comparingLong(hold -> hold.bytes));
    }
    largest.ifPresent(hold -> hold.cutOff.run());
  }

  /** The bytes of one request. Used by its thread alone; the budget guards what it counts. */
  final class Reservation implements AutoCloseable {
    private final Optional<String> share;
    private final Runnable cutOff;
    private long bytes;
    private boolean isWhole;

    private Reservation(Optional<String> share, Runnable cutOff) {
      this.share = share;
      this.cutOff = cutOff;
    }

    /** Counts bytes, if there is room for them; if not, somebody else is asked to make some. */
    boolean take(int more) {
      boolean hasRoom = ByteBudget.this.take(this, more);
      if (!hasRoom) {
        makeRoom(this);
      }
      return hasRoom;
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
        }
      }
    }
  }
}
