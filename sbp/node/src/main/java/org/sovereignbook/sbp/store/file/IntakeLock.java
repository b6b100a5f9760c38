package org.sovereignbook.sbp.store.file;

import org.sovereignbook.sbp.node.Node;

/** Lock of a node's journals of accepted messages. It ends with its process. */
final class IntakeLock {
  private IntakeLock() {}

  /** Does something alone among all processes and threads. */
  static void run(Node node, Runnable action) {
    node.disk().createFolders(node.home().intake());
    node.disk().alone(node.home().intake().resolve("intake.lock"), action);
  }
}
