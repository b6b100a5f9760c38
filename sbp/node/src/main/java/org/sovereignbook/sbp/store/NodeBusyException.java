package org.sovereignbook.sbp.store;

import java.nio.file.Path;
import java.time.Duration;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Wording;

/** Failure because another process is changing the node; the message names it. */
public final class NodeBusyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final String BUSY = "the node is busy: ";
  private static final String STOP = "stop it (sbp stop) and run this again";
  private static final String REMEDY = "wait for it (sbp status --wait) and run this again";

  private final String holder;
  private final String remedy;

  public NodeBusyException(NodeLock.Holder holder) {
    this(holder.toString(), REMEDY);
  }

  private NodeBusyException(String holder, String remedy) {
    this(holder, remedy, "");
  }

  private NodeBusyException(String holder, String remedy, String tried) {
    super(BUSY + holder + "; " + tried + remedy);
    this.holder = holder;
    this.remedy = remedy;
  }

  /**
   * Creates the failure for a lock of this machine, with its owner's description, if there is one.
   */
  public static NodeBusyException of(Path lock) {
    // A server does not end by itself.
    boolean isServer = lock.endsWith("server.lock");
    return NodeLock.holder(lock)
        .map(holder -> new NodeBusyException(holder.toString(), isServer ? STOP : REMEDY))
        .orElseGet(
            () -> new NodeBusyException("another process has " + lock.getFileName(), REMEDY));
  }

  /** Creates the failure for a component that another machine runs, which shares the store. */
  public static NodeBusyException elsewhere(String component) {
    return new NodeBusyException(
        component + " runs on another machine that shares its store", "run this again later");
  }

  /** Returns the line for a person whose command waits. */
  String waiting(Duration atMost) {
    return BUSY + holder + "; waiting for it, at most " + Wording.span(atMost);
  }

  /** Returns the same failure after a wait. */
  NodeBusyException after(Duration wait) {
    return wait.isZero()
        ? this
        : new NodeBusyException(
            holder,
            remedy,
            "gave up after " + Wording.span(wait) + " (scheduler.busy_wait_seconds); ");
  }
}
