package org.sovereignbook.sbp.peer.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Places for answers that are handed on as they come. One is taken before a feature is asked, so
 * that it begins nothing whose answer would be refused. Thread-safe.
 */
final class StreamPlaces {
  /** Streams at the same time. */
  static final int MOST = 24;

  /** Streams of one address at the same time. */
  static final int MOST_OF_ADDRESS = MOST / 4;

  private final Map<String, Integer> byAddress = new HashMap<>();
  private final Set<Place> taken = new HashSet<>();
  private boolean isClosed;

  /** A place for one answer until it is closed. */
  final class Place implements Closeable {
    private final String address;
    private Optional<InputStream> stream = Optional.empty();

    private Place(String address) {
      this.address = address;
    }

    /** Gives it the stream, which ends with all others. */
    void hold(InputStream from) throws IOException {
      synchronized (StreamPlaces.this) {
        stream = Optional.of(from);
        if (!isClosed) {
          return;
        }
      }
      from.close();
    }

    @Override
    public void close() throws IOException {
      synchronized (StreamPlaces.this) {
        if (taken.remove(this)) {
          byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
        }
      }
      if (stream.isPresent()) {
        stream.get().close();
      }
    }
  }

  /** Takes a place; empty when there is none. */
  synchronized Optional<Place> take(String address) {
    int own = byAddress.getOrDefault(address, 0);
    if (isClosed || taken.size() >= MOST || own >= MOST_OF_ADDRESS) {
      return Optional.empty();
    }
    byAddress.put(address, own + 1);
    Place place = new Place(address);
    taken.add(place);
    return Optional.of(place);
  }

  /** Returns whether it has ended all streams. */
  synchronized boolean isClosed() {
    return isClosed;
  }

  /** Ends all streams, and takes no more. */
  synchronized void close() {
    isClosed = true;
    for (Place each : taken) {
      try {
        if (each.stream.isPresent()) {
          each.stream.get().close();
        }
      } catch (IOException e) {
        // It has ended already.
      }
    }
  }
}
