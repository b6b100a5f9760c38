package org.sovereignbook.sbp.store.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;

/** Lock of a node's journals of accepted messages. It ends with its process. */
final class IntakeLock {
  /**
   * Excludes other threads, before they open the file: closing any channel of it would release
   * another thread's file lock (POSIX).
   */
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  private IntakeLock() {}

  /** Does something alone among all processes and threads. */
  static void run(Node node, Runnable action) {
    Path file = node.home().intake().resolve("intake.lock");
    Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    IN_THIS_PROCESS.lock();
    try {
      node.disk().createFolders(node.home().intake());
      try (FileChannel channel =
              FileChannel.open(file, options, OwnerOnly.fileIn(node.home().intake()));
          FileLock _ = channel.lock()) {
        action.run();
      }
    } catch (IOException e) {
      throw new DiskException("cannot lock", file, e);
    } finally {
      IN_THIS_PROCESS.unlock();
    }
  }
}
