package org.sovereignbook.sbp.model.judgment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * Lock for the moment in which a process reads the ledger of calls and adds a line, so that no two
 * processes of a team take the last call of a day. Acquiring it waits; the operating system
 * releases it when the process dies. Reentrant.
 */
final class LedgerLock implements AutoCloseable {
  /**
   * Excludes other threads: closing any channel of the file would release another thread's file
   * lock (POSIX).
   */
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  private final Optional<FileChannel> channel;

  private LedgerLock(Optional<FileChannel> channel) {
    this.channel = channel;
  }

  static LedgerLock of(Node node) {
    node.disk().createFolders(node.home().operational());
    Path file = node.home().operational().resolve("llm-ledger.lock");
    IN_THIS_PROCESS.lock();
    if (IN_THIS_PROCESS.getHoldCount() > 1) {
      return new LedgerLock(Optional.empty());
    }
    try {
      FileChannel channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              OwnerOnly.fileIn(file.resolveSibling("")));
      channel.lock();
      return new LedgerLock(Optional.of(channel));
    } catch (IOException e) {
      IN_THIS_PROCESS.unlock();
      throw new DiskException("cannot lock", file, e);
    }
  }

  @Override
  public void close() {
    try {
      if (channel.isPresent()) {
        channel.get().close();
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot free the lock of the ledger of calls", e);
    } finally {
      IN_THIS_PROCESS.unlock();
    }
  }
}
