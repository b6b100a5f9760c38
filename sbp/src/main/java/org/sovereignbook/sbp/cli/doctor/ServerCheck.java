package org.sovereignbook.sbp.cli.doctor;

import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;

/** Whether a server of this node runs; what restarts it cannot be told from here. */
final class ServerCheck {
  private static final String WHAT = "server";

  private final Node node;

  ServerCheck(Node node) {
    this.node = node;
  }

  Check running() {
    Optional<NodeLock.Holder> holder = NodeLock.holder(NodeLock.server(node.home()));
    return holder
        .map(
            who ->
                Check.pass(
                    WHAT, who + "; services/README.md has the unit that restarts it when it dies"))
        .orElseGet(
            () ->
                Check.fail(
                    WHAT, "not running", "sbp serve; or install the service: services/README.md"));
  }
}
