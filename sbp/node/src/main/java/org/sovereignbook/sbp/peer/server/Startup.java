package org.sovereignbook.sbp.peer.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.net.httpserver.FaultHandler;
import org.sovereignbook.sbp.net.httpserver.HttpLimits;
import org.sovereignbook.sbp.net.httpserver.StrictHttpProvider;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Store;

/** Checks before a server may start; each failure is reported with its remedy. */
final class Startup {
  private static final int BACKLOG = 512;

  private Startup() {}

  /** Finishes a change of the key that was interrupted, if there is one. */
  static void requireOwnIdentity(Node node, Store store) {
    if (!hasOwnIdentity(node)) {
      try {
        ExclusiveStore.over(node, store, "serve").close();
      } catch (NodeBusyException e) {
        // The step that holds the node has finished it, or will.
      }
    }
    if (!hasOwnIdentity(node)) {
      throw new NodeException(
          node.home().identity()
              + " belongs to another key than "
              + node.home().keypair()
              + "; restore the key from your backup, or sign a new document with:"
              + " sbp identity --set name=…");
    }
  }

  private static boolean hasOwnIdentity(Node node) {
    return node.identity().publicKey().equals(node.keys().publicKey());
  }

  static NodeLock lock(Node node) {
    Path file = NodeLock.server(node.home());
    return NodeLock.tryAcquire(file, "serve", node.now(), node.randomId())
        .orElseThrow(
            () ->
                new NodeException(
                    "a server of this node is running already: "
                        + NodeLock.holder(file).map(Object::toString).orElse("another process")
                        + "; stop it first:  sbp stop"));
  }

  /**
   * Opens the port.
   *
   * @param faults answers malformed requests
   * @param died notified when no thread accepts connections any more
   */
  static HttpServer listen(
      Node node, Config config, FaultHandler faults, Consumer<Throwable> died) {
    String bind = config.get(ServerSettings.BIND);
    int port = config.get(ServerSettings.PORT);
    String where = bind + ":" + port;
    try {
      InetAddress address = InetAddress.getByName(bind);
      return new StrictHttpProvider(limits(config), node.clock(), faults, died)
          .createHttpServer(new InetSocketAddress(address, port), BACKLOG);
    } catch (UnknownHostException e) {
      throw cannotListen(where, "server.bind is no address of this machine", e);
    } catch (IOException e) {
      throw cannotListen(where, IoWords.of(e), e);
    }
  }

  private static HttpLimits limits(Config config) {
    ClientAddress clients = ClientAddress.behind(config.get(ServerSettings.TRUSTED_PROXIES));
    return new HttpLimits(
        new HttpLimits.Counts(
            config.get(ServerSettings.MAX_CONNECTIONS),
            config.get(ServerSettings.MAX_ADDRESS_CONNECTIONS),
            config.get(ServerSettings.MAX_REQUESTS)),
        new HttpLimits.Sizes(
            config.get(ServerSettings.MAX_HEADER_BYTES),
            config.get(ServerSettings.BODIES_BYTES),
            config.get(ServerSettings.BODY_BYTES_PER_SECOND)),
        new HttpLimits.Times(
            config.get(ServerSettings.FIRST_BYTE_TIMEOUT),
            config.get(ServerSettings.IDLE_TIMEOUT),
            config.get(ServerSettings.REQUEST_TIMEOUT),
            config.get(ServerSettings.RESPONSE_TIMEOUT)),
        clients::share,
        exchange -> ClientAddress.budgetKey(clients.sight(exchange).address()));
  }

  private static ConfigException cannotListen(String where, String why, IOException cause) {
    return new ConfigException(
        "cannot listen on %s (change server.port or server.bind: sbp config set server.port N): %s"
            .formatted(where, why),
        cause);
  }
}
