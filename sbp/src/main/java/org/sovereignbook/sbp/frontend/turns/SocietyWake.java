package org.sovereignbook.sbp.frontend.turns;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static java.nio.file.StandardWatchEventKinds.OVERFLOW;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.Workers;

/**
 * Wait of threads until the society changes, which the system tells of the files of its database.
 * Where it has none, such as with a database server, or where files cannot be watched, a wait is a
 * short pause. Thread-safe.
 */
final class SocietyWake implements AutoCloseable {
  /** Changes so close to each other wake once. */
  private static final Duration APART = Duration.ofMillis(100);

  /** For so long after a change waits are short: what is due soon after it is told by no file. */
  private static final Duration RECENT = Duration.ofSeconds(3);

  private final Polling polling;
  private final Duration between;
  private final Optional<WatchService> watching;
  private final String name;
  private final Thread watcher;
  private long changes;
  private long changedNanos = System.nanoTime();

  private SocietyWake(
      Polling polling, Duration between, Optional<WatchService> watching, String name) {
    this.polling = polling;
    this.between = between;
    this.watching = watching;
    this.name = name;
    this.watcher =
        Thread.ofPlatform()
            .daemon()
            .name("society changes")
            .unstarted(() -> watching.ifPresent(this::watch));
  }

  /**
   * Begins to watch the society of a node.
   *
   * @param between the pause where nothing is watched, and soon after a change
   */
  static SocietyWake of(Node node, Duration between) {
    Polling polling = new Polling(node.clock(), between);
    if (node.clock() instanceof Polling.Pauses) {
      return new SocietyWake(polling, between, Optional.empty(), "");
    }
    try {
      // The database's own files are where its links lead.
      Path file = node.home().society().toRealPath();
      Path folder = file.resolveSibling(".").normalize();
      WatchService service = folder.getFileSystem().newWatchService();
      WatchKey _ = folder.register(service, ENTRY_CREATE, ENTRY_MODIFY);
      SocietyWake wake =
          new SocietyWake(
              polling, between, Optional.of(service), String.valueOf(file.getFileName()));
      wake.watcher.start();
      return wake;
    } catch (IOException | UnsupportedOperationException e) {
      return new SocietyWake(polling, between, Optional.empty(), "");
    }
  }

  private void watch(WatchService service) {
    try {
      while (true) {
        WatchKey key = service.take();
        boolean isChanged = key.pollEvents().stream().anyMatch(this::isOfSociety);
        boolean _ = key.reset();
        if (isChanged) {
          wake();
        }
        Polling.pause(polling.clock(), APART);
        // What is written is seen only when it has been synced.
        if (isChanged) {
          wake();
        }
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      // Nobody waits any more.
    }
  }

  private boolean isOfSociety(WatchEvent<?> event) {
    String changed = String.valueOf(event.context());
    return event.kind().equals(OVERFLOW) || changed.equals(name) || changed.equals(name + "-wal");
  }

  /** Returns the number of changes so far, to be asked before a look. */
  synchronized long changes() {
    return changes;
  }

  /** Ends all waits. */
  synchronized void wake() {
    changes++;
    changedNanos = System.nanoTime();
    notifyAll();
  }

  /**
   * Waits for a change after those that are known.
   *
   * @param most how long at most, where changes are told
   */
  void await(long known, Duration most) throws InterruptedException {
    if (watching.isEmpty()) {
      polling.pause();
      return;
    }
    synchronized (this) {
      long now = System.nanoTime();
      boolean isShort = now - changedNanos < RECENT.toNanos() && between.compareTo(most) < 0;
      long end = now + (isShort ? between : most).toNanos();
      long left = TimeUnit.NANOSECONDS.toMillis(end - now);
      while (changes == known && left > 0) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    }
  }

  @Override
  public void close() {
    try {
      if (watching.isPresent()) {
        watching.get().close();
        Workers.await(watcher);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
