package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.node.NodeLock;

/** Somebody else is changing the node right now; the message says who. */
public final class NodeBusyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NodeBusyException(NodeLock.Holder holder) {
    super("the node is busy: " + holder + "; wait for it (sbp status --wait) and run this again");
  }
}
