package org.sovereignbook.sbp.authority.agents;

import java.util.concurrent.atomic.AtomicBoolean;
import org.sovereignbook.sbp.node.Node;

/**
 * Memory of the owner's own MCP connection, which is one process: whether it has shown text of
 * others. A model behind it may follow such text, so that it widens nobody's permissions from then
 * on. It ends with the connection. Thread-safe.
 */
public final class OwnerConnection {
  /** The channel of the connection. */
  public static final String CHANNEL = "mcp";

  private final AtomicBoolean hasShown = new AtomicBoolean();

  private OwnerConnection() {}

  /** Returns the memory of this process for a node. */
  public static OwnerConnection of(Node node) {
    return node.kept().of(OwnerConnection.class, OwnerConnection::new);
  }

  void shows() {
    hasShown.set(true);
  }

  /** Returns whether the connection has shown text of others. */
  public boolean hasShown() {
    return hasShown.get();
  }
}
