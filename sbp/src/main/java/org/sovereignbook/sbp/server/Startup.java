package org.sovereignbook.sbp.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeLock;

/** What must hold before a server may start; whatever does not is said with its remedy. */
final class Startup {
  private static final int BACKLOG = 512;
  private static final Duration SLACK = Duration.ofMinutes(1);
  private static final int MAX_HEADERS = 100;

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
    limitJdk(config);
    String bind = config.get(ServerSettings.BIND);
    int port = config.get(ServerSettings.PORT);
    String where = bind + ":" + port;
    try {
      InetAddress address = InetAddress.getByName(bind);
      return HttpServer.create(new InetSocketAddress(address, port), BACKLOG);
    } catch (UnknownHostException e) {
      throw cannotListen(node, where, "server.bind is no address of this machine", e);
    } catch (BindException e) {
      String taken = "another program has the port, or the address is not this machine's";
      throw cannotListen(node, where, taken, e);
    } catch (IOException e) {
      throw cannotListen(node, where, String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * The limits that the JDK's HTTP server takes from system properties, once in a process, when its
   * classes load. What the operator sets by {@code -D} wins. The time limits are only a second line
   * behind {@link Requests}, which keeps time for each server.
   */
  private static void limitJdk(Config config) {
    properties(config)
        .forEach(
            (name, value) -> {
              if (System.getProperty(name) == null) {
                System.setProperty(name, Long.toString(value));
              }
            });
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private static SequencedMap<String, Long> properties(Config config) {
    SequencedMap<String, Long> properties = new LinkedHashMap<>();
    properties.put(
        "jdk.httpserver.maxConnections", (long) config.get(ServerSettings.MAX_CONNECTIONS));
    properties.put(
        "sun.net.httpserver.maxIdleConnections", (long) config.get(ServerSettings.MAX_CONNECTIONS));
    properties.put(
        "sun.net.httpserver.idleInterval", config.get(ServerSettings.IDLE_TIMEOUT).toSeconds());
    properties.put("sun.net.httpserver.maxReqHeaders", (long) MAX_HEADERS);
    properties.put(
        "sun.net.httpserver.maxReqHeaderSize", (long) config.get(ServerSettings.MAX_HEADER_BYTES));
    properties.put(
        "sun.net.httpserver.maxReqTime",
        config.get(ServerSettings.REQUEST_TIMEOUT).plus(SLACK).toSeconds());
    properties.put(
        "sun.net.httpserver.maxRspTime",
        config
            .get(ServerSettings.REQUEST_TIMEOUT)
            .plus(config.get(ServerSettings.RESPONSE_TIMEOUT))
            .plus(SLACK)
            .toSeconds());
    return properties;
  }

  private static ConfigException cannotListen(
      Node node, String where, String why, IOException cause) {
    return new ConfigException(
        "cannot listen on %s: %s (%s); stop that program or change server.port or server.bind in %s"
            .formatted(where, why, cause.getMessage(), node.home().schedulerConfig()),
        cause);
  }
}
