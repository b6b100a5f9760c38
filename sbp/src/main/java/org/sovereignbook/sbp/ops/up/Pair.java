package org.sovereignbook.sbp.ops.up;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.NodeFinder;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.web.WebSettings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.ops.init.InitOptions;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/** Two nodes of this machine, below one folder; made once, found again later. */
record Pair(Session session, Path folder) {
  static final String FOLDER = "sbp-pair";
  private static final List<String> NAMES = List.of("Alder", "Birch");
  private static final int MAX_PORT = 65_535;

  /**
   * Returns both nodes, each with a port of its own. The page of the second has a port that is
   * stored when the node is made, so that it stays the same.
   */
  List<Node> nodes(InitOptions wanted) throws IOException {
    List<Node> nodes = new ArrayList<>();
    int port = wanted.port();
    for (String name : NAMES) {
      Node node = session.nodeAt(folder.resolve(name.toLowerCase(Locale.ROOT)));
      if (!NodeFinder.isNode(session.world().disk(), node.home().root())) {
        int free = freePort(port);
        session
            .output()
            .line(wanted.forLocal(name, free).make(session, node.home().root()).summary());
        int page = nodes.size() + node.config().get(WebSettings.PORT);
        if (!nodes.isEmpty()) {
          node.writeJson(
              node.home().schedulerConfig(),
              node.config().with(WebSettings.PORT, freePort(page)).json());
        }
      }
      port = node.config().get(ServerSettings.PORT) + 1;
      nodes.add(node);
    }
    return nodes;
  }

  /** Returns the commands by which each follows the other, once both are served. */
  static List<Child> introductions(List<Node> nodes) {
    List<Child> all = new ArrayList<>();
    for (Node node : nodes) {
      for (Node other : nodes) {
        if (!other.equals(node)) {
          String url = other.identityAsWritten().endpoint().toString();
          all.add(new Child(node, "follow", List.of("follow", url), Optional.empty()));
        }
      }
    }
    return all;
  }

  /** Returns whether a piece of the first node would be sent to the other. */
  static boolean isFollowed(Session session, List<Node> nodes) {
    try (Store store = session.store(nodes.getFirst())) {
      return store.peers().count(Peer::subscriber) > 0;
    } catch (RuntimeException e) {
      // The server and the timer report a store that cannot be read.
      return false;
    }
  }

  /** Returns what to try once the one follows the other: its piece arrives there. */
  static List<String> next(List<Node> nodes) {
    return List.of(
        "to try, in a second terminal:",
        "  (echo '# Hello'; echo 'It works.') > hello.md",
        "  " + program(nodes.getFirst()) + " post hello.md",
        "  " + program(nodes.getLast()) + " feed   # within a minute");
  }

  private static String program(Node node) {
    return Quoting.shell(node.home().root().resolve("sbp").toString());
  }

  private static int freePort(int from) throws IOException {
    for (int port = from; port < MAX_PORT; port++) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // The port is taken; try the next one.
      }
    }
    throw new IOException("no port from " + from + " on is free");
  }
}
