package org.sovereignbook.sbp.frontend.web;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Workers;

/**
 * Events of the society for open pages: one watcher reads the database, however many pages are
 * open, and none while no page is. A page that returns with the number of its last event gets all
 * later ones, once each. Thread-safe.
 */
final class WebEvents implements AutoCloseable {
  /** Events kept for pages that lag behind; an older position is read from the database. */
  private static final int MAX_KEPT = 1_000;

  private static final int MAX_READ = 500;

  private final Ledger ledger;
  private final Duration every;
  private final Consumer<String> log;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("sbp-web-watch").factory());
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private final List<StoredEvent> kept = new ArrayList<>();
  private final Object looking = new Object();
  private long keptFrom = -1;
  private long newest = -1;
  private String files = "";
  private long changes;
  private boolean isClosed;

  /** The watcher, while a page is open. */
  private Optional<Future<?>> watcher = Optional.empty();

  /**
   * News for a page.
   *
   * @param events in their order
   * @param changes a number that differs when files of the node have changed
   */
  record News(List<StoredEvent> events, long changes) {}

  WebEvents(Ledger ledger, Duration every, Consumer<String> log) {
    this.ledger = ledger;
    this.every = every;
    this.log = log;
  }

  /** Opens a page's stream. Returns false when too many are open. */
  boolean enter(int most) {
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      return false;
    }
    look();
    watch();
    return true;
  }

  private synchronized void watch() {
    if (watcher.isEmpty() && !isClosed) {
      watcher =
          Optional.of(
              timer.scheduleWithFixedDelay(
                  this::lookOrLog, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS));
    }
  }

  void leave() {
    open.decrementAndGet();
  }

  /** Returns the number of open pages. */
  int open() {
    return open.get();
  }

  /** Returns the number that differs when files of the node have changed. */
  synchronized long changes() {
    return changes;
  }

  /** Returns how often the watcher has read the database. */
  int reads() {
    return reads.get();
  }

  /** Returns the number of the newest event; 0 when there is none. */
  long newest() {
    return ledger
        .<List<StoredEvent>>read(tx -> new EventLog(tx).before(Long.MAX_VALUE, EventFilter.ALL, 1))
        .stream()
        .mapToLong(StoredEvent::seq)
        .findFirst()
        .orElse(0);
  }

  private void lookOrLog() {
    try {
      if (open.get() > 0) {
        look();
      } else {
        rest();
      }
    } catch (RuntimeException e) {
      log.accept("web: cannot look for changes: " + e.getMessage());
    }
  }

  /** Ends the watch, unless a page has come meanwhile. */
  private synchronized void rest() {
    if (open.get() > 0) {
      return;
    }
    watcher.ifPresent(it -> it.cancel(false));
    watcher = Optional.empty();
    kept.clear();
    newest = -1;
    keptFrom = -1;
  }

  /** Reads the events since the last look; the first look only finds the position. */
  private void look() {
    synchronized (looking) {
      lookAlone();
    }
  }

  private void lookAlone() {
    reads.incrementAndGet();
    long from = seen();
    List<StoredEvent> added =
        from < 0
            ? List.of()
            : ledger.read(tx -> new EventLog(tx).after(from, EventFilter.ALL, MAX_READ));
    long first = from < 0 ? newest() : from;
    String now = ledger.<String>read(WebEvents::rights) + files(ledger.node());
    synchronized (this) {
      if (from < 0) {
        newest = first;
        keptFrom = first;
      }
      if (!added.isEmpty()) {
        kept.addAll(added);
        newest = added.getLast().seq();
      }
      while (kept.size() > MAX_KEPT) {
        keptFrom = kept.removeFirst().seq();
      }
      if (!now.equals(files)) {
        files = now;
        changes++;
      }
      if (from < 0 || !added.isEmpty() || changes > 0) {
        notifyAll();
      }
    }
  }

  private synchronized long seen() {
    return newest;
  }

  /** Returns the state of grants and requests, whose changes are decisions and no events. */
  private static String rights(Transaction tx) {
    return tx.number("SELECT COUNT(*) FROM access_grant")
        + " "
        + tx.number("SELECT COALESCE(MAX(ended_ms), 0) FROM access_grant")
        + " "
        + tx.number("SELECT COUNT(*) FROM access_request")
        + " "
        + tx.number("SELECT COUNT(*) FROM access_request WHERE status = 'pending'")
        + " "
        + tx.number("SELECT COALESCE(MAX(answered_ms), 0) FROM access_request")
        + " ";
  }

  /** Returns the state of the files that steps change, whoever changes them. */
  private static String files(Node node) {
    return String.join(
        " ",
        List.of(
            stamp(node, NodeHome::inbox),
            stamp(node, home -> home.inbox().resolve("set-aside")),
            stamp(node, home -> home.outbox().resolve("network")),
            stamp(node, home -> home.outbox().resolve("replies")),
            stamp(node, home -> home.outbox().resolve("failed")),
            stamp(node, NodeHome::access),
            stamp(node, NodeHome::sessionLog),
            stamp(node, NodeHome::opsLog),
            stamp(node, NodeHome::peers),
            stamp(node, NodeHome::llmLedger),
            stamp(node, NodeHome::schedulerState),
            stamp(node, NodeHome::schedulerConfig)));
  }

  private static String stamp(Node node, Function<NodeHome, Path> file) {
    return node.disk().stamp(file.apply(node.home())).orElse("");
  }

  /**
   * Waits for news behind a position, at most for a time; then returns none.
   *
   * @param changesSeen the number of the last news
   */
  News await(long position, long changesSeen, Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    long changesNow;
    synchronized (this) {
      while (!isClosed && newest <= position && changes == changesSeen) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (leftMs <= 0) {
          return new News(List.of(), changes);
        }
        wait(leftMs);
      }
      if (position >= keptFrom && keptFrom >= 0) {
        return new News(kept.stream().filter(event -> event.seq() > position).toList(), changes);
      }
      changesNow = changes;
    }
    return new News(after(position), changesNow);
  }

  /** Returns the events behind a position, the oldest first, from the database. */
  List<StoredEvent> after(long position) {
    return ledger.read(tx -> new EventLog(tx).after(position, EventFilter.ALL, MAX_READ));
  }

  synchronized boolean isClosed() {
    return isClosed;
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
    Workers.end(timer);
  }
}
