package org.sovereignbook.sbp.authority.sql;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Where the writers of several processes wait for each other. SQLite's own waiting favours whoever
 * came last: of many writers one may wait for longer than any limit. That a database is whole never
 * depends on this, only how long one waits; where there can be no lock there is none. Not
 * thread-safe.
 *
 * <p>Also the connections of one process wait here, and not in SQLite: whoever waits there keeps
 * the processor thread that its virtual thread is on, and when all are kept so, the one that holds
 * the database, and was just waiting for something else, has none to go on with.
 */
final class WriterQueue implements AutoCloseable {
  /** After so long a writer asks again whether the one of its own process has ended. */
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Optional<FileChannel> channel;

  private WriterQueue(Optional<FileChannel> channel) {
    this.channel = channel;
  }

  /** With a file beside the database, which is made when missing and stays empty. */
  static WriterQueue beside(Path database) throws IOException {
    Path file = database.resolveSibling(database.getFileName() + "-turn");
    return new WriterQueue(
        Optional.of(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)));
  }

  /** Nobody waits but as SQLite does. */
  static WriterQueue none() {
    return new WriterQueue(Optional.empty());
  }

  /** The right to write, until it is closed. */
  interface WriterLock extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits until nobody else writes; after a while, or where there can be none, goes on without. An
   * interrupt of the thread is still there afterwards.
   */
  WriterLock take() {
    long began = System.nanoTime();
    boolean isInterrupted = false;
    try {
      while (channel.isPresent() && System.nanoTime() - began < MAX_WAIT_NANOS) {
        // Interrupted it could neither wait nor lock, only ask without end.
        isInterrupted |= Thread.interrupted();
        try {
          FileLock lock = channel.get().lock();
          return () -> release(lock);
        } catch (OverlappingFileLockException e) {
          // Another connection of this very process has it.
          LockSupport.parkNanos(AGAIN_NANOS);
        }
      }
    } catch (IOException e) {
      // This disk has no locks, or an interrupt has closed the file.
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return () -> {};
  }

  private static void release(FileLock lock) {
    try {
      lock.release();
    } catch (IOException e) {
      // The channel is closed, which has released it.
      return;
    }
  }

  @Override
  public void close() {
    try {
      if (channel.isPresent()) {
        channel.get().close();
      }
    } catch (IOException e) {
      // Nothing was written to it.
      return;
    }
  }
}
