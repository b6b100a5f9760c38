package org.sovereignbook.sbp.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the bodies of all requests in flight may take of the memory (THREATS: memory). Only bytes
 * that have arrived count, so that a promise of many costs nobody anything; one address has a share
 * only. Whoever finds no room is told to come again, and the largest body that its client has not
 * finished makes room: a flood of stalled bodies never locks others out for longer than that.
 * Thread-safe.
 */
final class BodyBudget {
  /** The part of the heap that bodies get: parsing and storing one takes several times its size. */
  private static final int HEAP_SHARE = 8;

  /** The part of it that one address gets. */
  private static final int ADDRESS_SHARE = 4;

  private static final int CHUNK_BYTES = 8_192;

  private final long maxBytes;
  private final long maxAddressBytes;
  private final Set<Body> bodies = new HashSet<>();

  /**
   * @param maxBytes for all bodies; 0 for the usual share of this process's heap
   */
  BodyBudget(long maxBytes) {
    this.maxBytes = maxBytes > 0 ? maxBytes : Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    this.maxAddressBytes = this.maxBytes / ADDRESS_SHARE;
  }

  /**
   * Room for a body, until it is closed.
   *
   * @param cutOff ends the request, if it still waits for its client
   */
  Body open(String address, Runnable cutOff) {
    Body body = new Body(address, cutOff);
    synchronized (this) {
      bodies.add(body);
    }
    return body;
  }

  /** How many bytes are held now. */
  synchronized long heldBytes() {
    return bodies.stream().mapToLong(body -> body.bytes).sum();
  }

  private synchronized boolean take(Body taker, int bytes) {
    long ofAddress =
        bodies.stream()
            .filter(body -> body.address.equals(taker.address))
            .mapToLong(body -> body.bytes)
            .sum();
    if (ofAddress + bytes > maxAddressBytes || heldBytes() + bytes > maxBytes) {
      return false;
    }
    taker.bytes += bytes;
    return true;
  }

  private void makeRoom(Body besides) {
    Optional<Body> largest;
    synchronized (this) {
      largest =
          bodies.stream()
              .filter(body -> body != besides && !body.isWhole)
              .max(Comparator.comparingLong(body -> body.bytes));
    }
    largest.ifPresent(body -> body.cutOff.run());
  }

  /** The body of one request. Used by its thread alone; the budget guards what it counts. */
  final class Body implements AutoCloseable {
    private final String address;
    private final Runnable cutOff;
    private long bytes;
    private boolean isWhole;

    private Body(String address, Runnable cutOff) {
      this.address = address;
      this.cutOff = cutOff;
    }

    /**
     * Reads to the end, or as far as {@code limit}.
     *
     * @return nothing when there is no room for it
     */
    Optional<byte[]> read(InputStream in, int limit) throws IOException {
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      byte[] chunk = new byte[CHUNK_BYTES];
      while (read.size() < limit) {
        int count = in.read(chunk, 0, Math.min(chunk.length, limit - read.size()));
        if (count < 0) {
          break;
        }
        if (!take(this, count)) {
          makeRoom(this);
          return Optional.empty();
        }
        read.write(chunk, 0, count);
      }
      synchronized (BodyBudget.this) {
        isWhole = true;
      }
      return Optional.of(read.toByteArray());
    }

    @Override
    public void close() {
      synchronized (BodyBudget.this) {
        bodies.remove(this);
      }
    }
  }
}
