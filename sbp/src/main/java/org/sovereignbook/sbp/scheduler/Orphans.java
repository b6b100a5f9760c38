package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.protocol.Timestamp;

/** Steps that outlive the tick which started them, because somebody killed it. */
final class Orphans {
  private Orphans() {}

  /**
   * Ends a step that its own tick would have ended by now; nobody else would, and it would hold the
   * node for ever.
   *
   * @return whether it is gone
   */
  static boolean endIfOverdue(NodeLock.Holder holder, Timestamp now, Duration timeLimit) {
    Optional<ProcessHandle> process =
        ProcessHandle.of(holder.pid())
            .filter(
                handle ->
                    // Not another process that has been given the same number since.
                    handle.info().startInstant().equals(Optional.of(holder.processStart())));
    boolean overdue = now.isAfter(holder.since().plus(timeLimit));
    if (process.isEmpty() || !overdue) {
      return false;
    }
    ProcessTree.end(process.get(), ProcessTree.GRACE);
    return !process.get().isAlive();
  }
}
