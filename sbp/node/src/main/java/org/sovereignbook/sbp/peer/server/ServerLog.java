package org.sovereignbook.sbp.peer.server;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.LogEntry;

/**
 * The server's log lines, {@code [server] time text}. A flood of requests is no flood of lines:
 * beyond its own budget it counts lines instead of writing them. Peer text in them is made harmless
 * here. Thread-safe when the sink is.
 */
final class ServerLog {
  private static final String COMPONENT = "server";
  private static final TokenBuckets.Rate RATE = new TokenBuckets.Rate(600, 1_200);

  private final Consumer<String> sink;
  private final InstantSource clock;
  private final TokenBuckets budget = new TokenBuckets(1);
  private final AtomicLong leftOut = new AtomicLong();

  ServerLog(Consumer<String> sink, InstantSource clock) {
    this.sink = sink;
    this.clock = clock;
  }

  /** Logs a request within a rate limit; the text is made only for lines that are written. */
  void request(Supplier<String> text) {
    Instant now = clock.instant();
    if (budget.charge(COMPONENT, RATE, now).isPresent()) {
      leftOut.incrementAndGet();
      return;
    }
    long missing = leftOut.getAndSet(0);
    if (missing > 0) {
      write(new LogEntry(COMPONENT, new Timestamp(now), missing + " lines were left out"));
    }
    write(new LogEntry(COMPONENT, new Timestamp(now), PeerText.plain(text.get())));
  }

  void info(String text) {
    write(new LogEntry(COMPONENT, new Timestamp(clock.instant()), text));
  }

  /** Logs an error of this machine. */
  void error(String text) {
    write(LogEntry.error(COMPONENT, new Timestamp(clock.instant()), text));
  }

  private void write(LogEntry entry) {
    sink.accept(entry.plain());
  }
}
