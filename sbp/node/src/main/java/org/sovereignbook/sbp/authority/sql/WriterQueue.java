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
 * Queue of the writers of several processes. SQLite's own waiting favours the latest writer: among
 * many writers one may wait for longer than any limit. The integrity of the database never depends
 * on this queue, only the waiting times do; on a disk without locks there is no queue. Not
 * thread-safe.
 *
 * <p>The connections of one process wait here, too, and not in SQLite: a thread that waits in
 * SQLite occupies the processor thread that its virtual thread runs on, and when all are occupied,
 * the thread that has the database locked cannot continue.
 */
final class WriterQueue implements AutoCloseable {
  /** Time after which a writer checks again whether the writer of its own process has ended. */
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Optional<FileChannel> channel;

  private WriterQueue(Optional<FileChannel> channel) {
    this.channel = channel;
  }

  /** Opens a queue by a file beside the database, which is created when missing and stays empty. */
  static WriterQueue beside(Path database) throws IOException {
    Path file = database.resolveSibling(database.getFileName() + "-turn");
    return new WriterQueue(
        Optional.of(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)));
  }

  /** Returns an absent queue: writers wait only as SQLite lets them. */
  static WriterQueue none() {
    return new WriterQueue(Optional.empty());
  }

  /** Permission to write, until it is closed. */
  interface WriterLock extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits until no other writer is active; after a time limit, or without locks, continues without
   * the lock. Keeps the thread's interrupt status.
   */
  WriterLock take() {
    long began = System.nanoTime();
    boolean isInterrupted = false;
    try {
      while (channel.isPresent() && System.nanoTime() - began < MAX_WAIT_NANOS) {
        // Clears the interrupt: an interrupted thread could neither wait nor lock, only retry
        // endlessly.
        isInterrupted |= Thread.interrupted();
        try {
          FileLock lock = channel.get().lock();
          return () -> release(lock);
        } catch (OverlappingFileLockException e) {
          // Another connection of this process has the lock.
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
      // The channel is closed, which has released the lock.
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
