package org.sovereignbook.sbp.testkit.store;

import java.nio.file.Path;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.store.StoreProvider;

/** Process that serves a node until it is killed. Its first line is its port. */
public final class AcceptingServer {
  private AcceptingServer() {}

  /** Runs the process. Arguments: provider's class and node. */
  public static void main(String[] arguments) throws Exception {
    Node node = Node.at(Path.of(arguments[1]));
    StoreProvider provider =
        Class.forName(arguments[0]).asSubclass(StoreProvider.class).getConstructor().newInstance();
    NodeServer server = NodeServer.start(node, provider.open(node), node.config(), _ -> {});
    System.out.println(server.address().getPort());
    server.awaitStop();
  }
}
