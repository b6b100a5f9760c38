package org.sovereignbook.sbp.frontend.automation;

import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Node;

/** A feature that knows what else than {@code sbp up} keeps the processes of a node running. */
public interface KeeperFeature extends Feature {
  /**
   * Finds what keeps a node running; may be slow. Asked while the feature is off, too, since what
   * was installed runs on.
   */
  Keepers keepers(Session session, Node node) throws InterruptedException;
}
