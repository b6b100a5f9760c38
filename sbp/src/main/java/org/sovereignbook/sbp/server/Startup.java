package org.sovereignbook.sbp.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.httpserver.HttpLimits;
import org.sovereignbook.sbp.httpserver.HttpServer;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeLock;

/** What must hold before a server may start; whatever does not is said with its remedy. */
final class Startup {
  private Startup() {}

  static void requireOwnIdentity(Node node) {
    PublicKey key = node.keys().publicKey();
    if (!node.identity().publicKey().equals(key)) {
      throw new NodeException(
          node.home().identity()
              + " belongs to another key than "
              + node.home().keypair()
              + "; restore the key from your backup, or sign a new document with:"
              + " sbp identity --set name=…");
    }
  }

  static NodeLock lock(Node node) {
    Path file = NodeLock.server(node.home());
    return NodeLock.tryAcquire(file, "serve", node.now(), "")
        .orElseThrow(
            () ->
                new NodeException(
                    "a server of this node is running already: "
                        + NodeLock.holder(file).map(Object::toString).orElse("another process")
                        + "; stop it first"));
  }

  static HttpServer listen(Node node, Config config) {
    String bind = config.get(ServerSettings.BIND);
    int port = config.get(ServerSettings.PORT);
    String where = bind + ":" + port;
    try {
      InetAddress address = InetAddress.getByName(bind);
      return HttpServer.listen(new InetSocketAddress(address, port), limits(config), node.clock());
    } catch (UnknownHostException e) {
      throw cannotListen(node, where, "server.bind is no address of this machine", e);
    } catch (BindException e) {
      String taken = "another program has the port, or the address is not this machine's";
      throw cannotListen(node, where, taken, e);
    } catch (IOException e) {
      throw cannotListen(node, where, String.valueOf(e.getMessage()), e);
    }
  }

  private static HttpLimits limits(Config config) {
    return new HttpLimits(
        config.get(ServerSettings.MAX_CONNECTIONS),
        config.get(ServerSettings.MAX_ADDRESS_CONNECTIONS),
        config.get(ServerSettings.MAX_REQUESTS),
        config.get(ServerSettings.MAX_HEADER_BYTES),
        config.get(ServerSettings.BODIES_BYTES),
        config.get(ServerSettings.FIRST_BYTE_TIMEOUT),
        config.get(ServerSettings.IDLE_TIMEOUT),
        config.get(ServerSettings.REQUEST_TIMEOUT),
        config.get(ServerSettings.RESPONSE_TIMEOUT),
        ClientAddress.behind(config.get(ServerSettings.TRUSTED_PROXIES))::share);
  }

  private static ConfigException cannotListen(
      Node node, String where, String why, IOException cause) {
    return new ConfigException(
        "cannot listen on %s: %s (%s); stop that program or change server.port or server.bind in %s"
            .formatted(where, why, cause.getMessage(), node.home().schedulerConfig()),
        cause);
  }
}
