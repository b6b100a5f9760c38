package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.node.NodeLock;

/** Somebody else is changing the node right now; the message says who. */
public final class NodeBusyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NodeBusyException(NodeLock.Holder holder) {
    super("the node is busy: " + holder + "; wait for it (sbp status --wait) and run this again");
  }

  private NodeBusyException(String message) {
    super(message);
  }

  /** For a component that another machine runs, which shares the store. */
  public static NodeBusyException elsewhere(String component) {
    return new NodeBusyException(
        "the node is busy: "
            + component
            + " runs on another machine that shares its store; run this again later");
  }
}
