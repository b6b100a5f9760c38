package org.sovereignbook.sbp.sql;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Where the writers of several processes wait for their turn. SQLite's own waiting favours whoever
 * came last: of many writers one may wait for longer than any limit. That a database is whole never
 * depends on this, only how long one waits; where there can be no turns there are none. Not
 * thread-safe.
 */
final class WriterTurns implements AutoCloseable {
  private final Optional<FileChannel> channel;

  private WriterTurns(Optional<FileChannel> channel) {
    this.channel = channel;
  }

  /** With a file beside the database, which is made when missing and stays empty. */
  static WriterTurns beside(Path database) throws IOException {
    Path file = database.resolveSibling(database.getFileName() + "-turn");
    return new WriterTurns(
        Optional.of(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)));
  }

  /** Nobody waits but as SQLite does. */
  static WriterTurns none() {
    return new WriterTurns(Optional.empty());
  }

  /** A turn, which is over when it is closed. */
  interface WriterLock extends AutoCloseable {
    @Override
    void close();
  }

  WriterLock take() {
    if (channel.isEmpty()) {
      return () -> {};
    }
    try {
      FileLock lock = channel.get().lock();
      return () -> release(lock);
    } catch (OverlappingFileLockException | IOException e) {
      // Another connection of this very process has it, or the thread was interrupted.
      return () -> {};
    }
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
