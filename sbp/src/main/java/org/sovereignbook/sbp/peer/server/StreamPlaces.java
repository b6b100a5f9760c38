package org.sovereignbook.sbp.peer.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Places for answers that are handed on as they come, each held until it ends. Thread-safe. */
final class StreamPlaces {
  /** Streams at the same time. */
  static final int MOST = 24;

  /** Streams of one address at the same time. */
  static final int MOST_OF_ADDRESS = MOST / 4;

  private final Map<String, Integer> byAddress = new HashMap<>();
  private final Set<InputStream> open = new HashSet<>();
  private boolean isClosed;

  /** Takes a place for what comes from a feature; empty when there is none. */
  synchronized Optional<Closeable> take(String address, InputStream from) {
    int own = byAddress.getOrDefault(address, 0);
    if (isClosed || open.size() >= MOST || own >= MOST_OF_ADDRESS) {
      return Optional.empty();
    }
    byAddress.put(address, own + 1);
    open.add(from);
    return Optional.of(() -> giveBack(address, from));
  }

  private void giveBack(String address, InputStream from) throws IOException {
    synchronized (this) {
      if (open.remove(from)) {
        byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
      }
    }
    from.close();
  }

  /** Returns whether it has ended all streams. */
  synchronized boolean isClosed() {
    return isClosed;
  }

  /** Ends all streams, and takes no more. */
  synchronized void close() {
    isClosed = true;
    for (InputStream each : open) {
      try {
        each.close();
      } catch (IOException e) {
        // It has ended already.
      }
    }
  }
}
